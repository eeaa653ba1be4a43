import type { Messages } from '../en.ts'

export const writingAr: Messages['inbox']['writing'] = {
  draft: 'مسودة',
  draftSaved: 'تم حفظ المسودة',
  sendMore: 'خيارات إرسال أخرى',
  sendAndClose: 'إرسال وإغلاق',
  held: 'ستُرسل الرسالة خلال ثوانٍ.',
  undo: 'تراجع',
  tooLate: 'لم يعد بالإمكان التراجع عن إرسال هذه الرسالة.',
  notSent: (reason) => `لم تُرسل إحدى الرسائل. ${reason}`,
  severalNotSent: (count) => `عدد الرسائل التي لم تُرسل: ${count}.`,
  undoSend: 'التراجع عن الإرسال',
  settings: {
    title: 'الإرسال',
    lead: 'اختر كيفية إرسال رسائلك.',
    label: 'التراجع عن الإرسال',
    hint: 'ينتظر 5 ثوانٍ قبل إرسال الرسالة حتى تتمكن من التراجع.',
    failed: 'تعذّر حفظ الإعداد.',
  },
}
