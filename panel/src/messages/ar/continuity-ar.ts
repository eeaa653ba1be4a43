import type { Messages } from '../en.ts'
import { countAr } from './count-ar.ts'

const unreadMessages = {
  one: 'رسالة واحدة غير مقروءة',
  two: 'رسالتان غير مقروءتين',
  few: 'رسائل غير مقروءة',
  many: 'رسالة غير مقروءة',
}

export const mailedAr: Messages['mailed'] = {
  messages: (count, email) => `أُرسلت ${countAr(count, unreadMessages)} إلى ${email}`,
  asked: (email) => `ردّ غير مقروء: طُلب أولًا تأكيد العنوان ${email}`,
  confirmed: (email) => `تم تأكيد العنوان ${email}`,
  refused: (email) => `ألغى صاحب ${email} اشتراكه في الرسائل`,
  resubscribed: (email) => `أعاد صاحب ${email} اشتراكه في الرسائل`,
  failed: (email) => `تعذّر تسليم الرسالة إلى ${email}`,
  notConfirmed: 'غير مؤكد',
  unsubscribed: 'ألغى اشتراكه في الرسائل',
}
