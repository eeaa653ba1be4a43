import type { Messages } from '../en.ts'

export const mailedAr: Messages['mailed'] = {
  messages: (count, email) =>
    count === 1
      ? `أُرسلت رسالة غير مقروءة واحدة إلى ${email}`
      : `أُرسلت ${count} رسائل غير مقروءة إلى ${email}`,
  asked: (email) => `ردّ غير مقروء: طُلب أولًا تأكيد العنوان ${email}`,
  confirmed: (email) => `تم تأكيد العنوان ${email}`,
  refused: (email) => `ألغى صاحب ${email} اشتراكه في الرسائل`,
  failed: (email) => `تعذّر تسليم الرسالة إلى ${email}`,
  notConfirmed: 'غير مؤكد',
}
