import type { Messages } from '../en.ts'

export const collisionAr: Messages['collision'] = {
  looks: {
    viewing: (name) => `${name} يشاهد المحادثة`,
    drafting: (name) => `لدى ${name} رد لم يُرسل`,
    writing: (name) => `${name} يكتب الآن`,
  },
  replied: (name, when) => `ردّ ${name} ${when}.`,
  repliedMeanwhile: 'ردّ أحد الزملاء في هذه الأثناء.',
  question: 'هل تريد الإرسال رغم ذلك؟',
  sendAnyway: 'إرسال رغم ذلك',
  keepEditing: 'متابعة التحرير',
}
