import type { Messages } from '../en.ts'

export const writingAr: Messages['inbox']['writing'] = {
  draft: 'مسودة',
  draftSaved: 'تم حفظ المسودة',
  sendMore: 'طرق أخرى للإرسال',
  sendAndClose: 'إرسال وإغلاق',
  held: 'سيتم إرسال الرسالة بعد لحظات.',
  undo: 'تراجع',
  undoSend: 'التراجع عن الإرسال',
  settings: {
    title: 'الإرسال',
    lead: 'كيفية إرسال رسائلك.',
    label: 'التراجع عن الإرسال',
    hint: 'ينتظر 5 ثوانٍ قبل إرسال الرسالة حتى تتمكن من استرجاعها.',
    failed: 'تعذّر حفظ الإعداد.',
  },
}
