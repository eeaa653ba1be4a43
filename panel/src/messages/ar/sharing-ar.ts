import type { Messages } from '../en.ts'

export const sharingAr: Messages['sharing'] = {
  team: 'الفريق',
  aTeam: 'فريق',
  everyoneByAuthor: 'لا يمكن مشاركة هذا مع الجميع إلا لكاتبه وللمديرين.',
  actions: {
    label: (name) => `إضافة الوسم ${name}`,
    team: (name) => `نقل إلى ${name}`,
    snooze: (duration) => `تأجيل لمدة ${duration}`,
    snoozeUntilReply: 'تأجيل حتى يرد العميل',
    failed: (action) => `تعذّر تنفيذ «${action}» بعد الإرسال.`,
  },
  fields: {
    labels: 'إضافة وسم',
    team: 'نقل إلى فريق',
    noTeam: 'بدون نقل',
    snooze: 'تأجيل',
    noSnooze: 'بدون تأجيل',
    closeEndsSnooze: 'لا تُؤجَّل المحادثة المغلقة.',
  },
  gone: {
    agent: 'لم يعد الموظف في مؤسستك.',
    label: 'الوسم مؤرشف.',
    provider: 'لم تعد الأداة أو القناة موجودة.',
    team: 'لم يعد الفريق موجودًا.',
    webhook: 'لم يعد خطاف الويب موجودًا.',
  },
  goneChoice: 'اختر شيئًا آخر.',
  problems: {
    team_unknown: 'لم يعد هذا الفريق موجودًا.',
    canned_reply_action_unknown: 'لم يعد أحد الوسوم أو الفرق في الإجراءات موجودًا. أزل الإجراء.',
  },
  importProblems: { team_unknown: 'الفريق غير موجود أو لست عضوًا فيه.' },
}
