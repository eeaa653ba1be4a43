import type { Messages } from '../en.ts'

export const miniAppAr: Messages['miniApp'] = {
  title: 'التطبيق المصغّر',
  lead: 'يعرض محادثة أداة داخل تيليجرام. يسجّل العملاء الدخول بحساباتهم في تيليجرام.',
  named: (name) => `التطبيق المصغّر لـ «${name}»`,
  widget: 'الأداة',
  noWidget: 'أنشئ أداة أولًا. يعرض التطبيق المصغّر محادثتها.',
  address: 'العنوان لـ BotFather',
  copy: 'نسخ العنوان',
  hint: 'في BotFather: أرسل ‎/mybots واختر البوت ثم Bot Settings ثم Configure Mini App أو Menu Button والصق هذا العنوان.',
  https: 'لا يفتح تيليجرام إلا عناوين https. لا يوجد عنوان كهذا لهذا التثبيت.',
  member: 'سجّل الدخول عبر تطبيق تيليجرام المصغّر',
  same: 'حساب تيليجرام نفسه',
  asMember: 'في التطبيق المصغّر',
  asContact: 'يكتب إلى البوت',
  unnamed: 'بلا اسم',
}
