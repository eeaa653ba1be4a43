import type { Messages } from '../en.ts'

export const visitorAr: Messages['visitor'] = {
  title: 'الزيارة',
  currentPage: 'الصفحة الحالية',
  lastPage: 'آخر صفحة',
  referrer: 'أتى من',
  browser: 'المتصفح',
  browserOn: (browser, system) => `${browser} على ${system}`,
  device: 'الجهاز',
  devices: { desktop: 'حاسوب', phone: 'هاتف', tablet: 'جهاز لوحي' },
  localTime: 'التوقيت المحلي',
  language: 'لغة المتصفح',
  pages: (count) =>
    ({
      zero: 'لا صفحات في هذه الزيارة',
      one: 'صفحة واحدة في هذه الزيارة',
      two: 'صفحتان في هذه الزيارة',
      few: `${count} صفحات في هذه الزيارة`,
      many: `${count} صفحة في هذه الزيارة`,
      other: `${count} صفحة في هذه الزيارة`,
    })[new Intl.PluralRules('ar').select(count)],
  attributes: 'السمات',
  stated: 'ذكرتها الصفحة',
  statedHint: 'يحددها نص برمجي في صفحتك. يمكن للزائر تغيير هذه القيم.',
  confirmed: 'أكدها تسجيل الدخول لديك',
  confirmedHint: 'يحددها خادمك في الرمز الموقّع.',
  yes: 'نعم',
  no: 'لا',
  setting: 'سياق الزائر',
  collect: 'عرض الزيارة على الموظفين',
  collectHint:
    'الصفحات والمصدر والمتصفح والجهاز واللغة والتوقيت المحلي للعملاء الذين راسلوك. لا تُجمع مع Do Not Track أو Global Privacy Control. تُحذف بعد 30 يومًا.',
}
