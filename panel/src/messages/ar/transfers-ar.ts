import type { Messages } from '../en.ts'

export const transfersAr: Messages['transfers'] = {
  hold: 'تعليق',
  resume: 'استئناف المكالمة',
  onHold: 'قيد الانتظار',
  heldFor: 'مدة الانتظار',
  holdFailed: 'تعذّر تعليق المكالمة أو استئنافها. تحقق من اتصالك.',

  transfer: 'تحويل المكالمة',
  lead: 'يبقى العميل قيد الانتظار أثناء ذلك.',
  nobody: 'لا يوجد زميل متاح للمكالمات الآن.',
  now: 'تحويل الآن',
  nowTo: (name: string) => `تحويل الآن إلى ${name}`,
  talkFirst: 'التحدث أولًا',
  talkFirstTo: (name: string) => `التحدث أولًا مع ${name}`,
  colleague: 'زميلك',

  ringing: (name: string) => `جارٍ الاتصال بـ ${name} …`,
  talking: (name: string) => `محادثة خاصة مع ${name}. لا يستطيع العميل سماعك.`,
  declined: (name: string) => `رفض ${name} التحويل.`,
  expired: (name: string) => `لم يرد ${name}.`,
  disconnected: (name: string) => `لم يعد ${name} متصلًا.`,
  nobodyIn: (name) => `لم يرد أحد من ${name}.`,
  complete: 'إتمام التحويل',
  cancel: 'إلغاء التحويل',

  incoming: {
    region: 'تحويل وارد',
    blind: (agent: string, customer: string) => `يحوّل ${agent} إليك المكالمة مع ${customer}`,
    warm: (agent: string, customer: string) => `يريد ${agent} التحدث معك عن المكالمة مع ${customer}`,
    afterBlind: 'إذا قبلت، فستتصل بالعميل.',
    afterWarm: 'إذا قبلت، فستتحدث أولًا مع زميلك. العميل قيد الانتظار.',
  },

  talk: {
    title: (agent: string, customer: string) => `محادثة خاصة مع ${agent} بشأن ${customer}`,
    waits: 'العميل قيد الانتظار ولا يستطيع سماعك.',
    elsewhere: (agent: string) => `محادثتك الخاصة مع ${agent} في نافذة أخرى.`,
    leave: 'مغادرة المحادثة',
  },

  transferred: (customer: string, agent: string) => `حُوّلت المكالمة مع ${customer} إلى ${agent}`,

  errors: {
    unavailable: 'لا يستطيع هذا الزميل تلقي مكالمة الآن.',
    gone: 'انتهى التحويل.',
    tooOften: 'حُوّلت هذه المكالمة مرات كثيرة.',
    other: 'فشل التحويل. تحقق من اتصالك وحاول مرة أخرى.',
  },

  record: {
    held: 'قيد الانتظار',
    title: 'التحويلات',
    line: (from: string, to: string) => `من ${from} إلى ${to}`,
    former: 'موظف سابق',
    kinds: { blind: 'مباشر', warm: 'بعد محادثة خاصة' },
    states: {
      ringing: 'يرن',
      talking: 'محادثة خاصة',
      completed: 'تم التحويل',
      declined: 'مرفوض',
      expired: 'لم يُرد',
      disconnected: 'انقطع الاتصال',
      cancelled: 'أُلغي',
      withdrawn: 'انتهت المكالمة',
    },
  },
}
