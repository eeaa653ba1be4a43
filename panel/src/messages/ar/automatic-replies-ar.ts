import type { Messages } from '../en.ts'

export const automaticRepliesAr: Messages['automaticReplies'] = {
  title: 'الردود التلقائية',
  lead: 'تُرسل تلقائيًا. تتلقى كل جهة اتصال كلًا منها مرة واحدة على الأكثر كل 12 ساعة.',
  named: (name) => `الردود التلقائية لـ «${name}»`,
  language: 'اللغة',
  others: 'كل اللغات الأخرى',
  text: 'النص',
  builtIn: 'اتركه فارغًا لاستخدام النص الجاهز بلغة جهة الاتصال.',
  asOthers: 'اتركه فارغًا لاستخدام نص كل اللغات الأخرى.',
  greeting: { label: 'الترحيب', hint: 'مع أول رسالة في محادثة جديدة.' },
  away: { label: 'نص الغياب', hint: 'خارج ساعات العمل، وعندما لا يكون أي موظف حاضرًا.' },
}

export const replyWindowAr: Messages['replyWindow'] = {
  until: (moment) => `يمكنك الكتابة حتى ${moment}.`,
  closed: (hours) =>
    `يمكنك الكتابة في هذه القناة خلال ${hours} ساعة فقط من آخر رسالة للعميل. يمكنك الكتابة مجددًا عندما يكتب العميل.`,
}
