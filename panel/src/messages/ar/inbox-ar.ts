import type { Messages } from '../en.ts'
import { conversationAr } from './conversation-ar.ts'
import { countAr } from './count-ar.ts'
import { customersAr } from './customers-ar.ts'
import { messageChangesAr } from './message-changes-ar.ts'
import { customerTimelineAr } from './customer-timeline-ar.ts'
import { notesAr } from './notes-ar.ts'
import { repliesAr } from './replies-ar.ts'
import { writingAr } from './writing-ar.ts'
import { bulkAr } from './bulk-ar.ts'
import { labelsAr } from './labels-ar.ts'
import { filterAr, savedViewsAr } from './views-ar.ts'
import { teamsAr } from './teams-ar.ts'
import { triageAr } from './triage-ar.ts'

export const inboxAr: Messages['inbox'] = {
  title: 'الوارد',
  views: { mine: 'لي', unassigned: 'بلا موظف', open: 'كل المفتوحة', closed: 'المغلقة', snoozed: 'مؤجلة' },
  viewsLabel: 'طرق العرض',
  list: 'المحادثات',
  shown: (rows) => countAr(rows, { one: 'محادثة واحدة', two: 'محادثتان', few: 'محادثات', many: 'محادثة' }),
  shownFirst: (rows) =>
    `أول ${countAr(rows, { one: 'محادثة', two: 'محادثتين', few: 'محادثات', many: 'محادثة' })}`,
  search: 'ابحث في الأسماء والرسائل',
  clearSearch: 'مسح البحث',

  row: {
    unread: (count) =>
      countAr(count, {
        one: 'رسالة واحدة غير مقروءة',
        two: 'رسالتان غير مقروءتين',
        few: 'رسائل غير مقروءة',
        many: 'رسالة غير مقروءة',
      }),
    waiting: (time) => `ينتظر ${time}`,
    waitingLong: (time) => `ينتظر ردًّا منذ ${time}`,
    files: (count) => countAr(count, { one: 'مرفق واحد', two: 'مرفقان', few: 'مرفقات', many: 'مرفقًا' }),
    team: 'الفريق:',
    assistant: 'المساعد:',
    noMessages: 'لا رسائل بعد',
    online: 'متصل',
    blocked: 'محظور',
  },

  empty: {
    snoozed: {
      title: 'لا توجد محادثات مؤجلة',
      text: 'تظهر المحادثات المؤجلة هنا وتعود إلى الوارد تلقائيًا.',
    },
    mine: { title: 'لا شيء مسند إليك', text: 'تظهر هنا المحادثات المسندة إليك.' },
    mineHint: (count) =>
      countAr(count, {
        one: 'محادثة واحدة غير مسندة',
        two: 'محادثتان غير مسندتين',
        few: 'محادثات غير مسندة',
        many: 'محادثة غير مسندة',
      }),
    unassigned: { title: 'لا محادثات غير مسندة', text: 'تظهر المحادثات الجديدة هنا حتى يتولاها موظف.' },
    open: { title: 'لا محادثات مفتوحة', text: 'تظهر المحادثات الجديدة هنا حالما يكتب زائر.' },
    closed: { title: 'لا محادثات مغلقة', text: 'تُحفظ هنا المحادثات التي تغلقها.' },
    search: (q) => `لا نتيجة لـ «${q}»`,
    searchText: 'بُحث في الأسماء وعناوين البريد ونصوص رسائل هذا العرض.',
    searchAll: 'البحث في كل المفتوحة',
    searchClosed: 'البحث في المغلقة',
  },

  choose: {
    title: 'اختر محادثة',
    text: 'تظهر رسائلها هنا.',
    next: 'التالية',
    previous: 'السابقة',
    open: 'فتح',
    help: 'كل الاختصارات',
  },

  welcome: {
    title: 'اكتب أول رسالة',
    text: 'الوارد جاهز. ضع هذه الشيفرة في صفحاتك قبل وسم الإغلاق body، وافتح إحداها.',
    widget: 'الأداة',
    snippet: 'شيفرة التضمين',
    copy: 'نسخ',
    copied: 'نُسخ',
    shop: 'فتح المتجر التجريبي',
    shopText: 'اكتب هناك كزائر؛ تظهر رسالتك هنا فورًا.',
    preview: 'تغيير مظهرها',
    noProvider: 'لا توجد أداة بعد. يستطيع أحد مديري مؤسستك إضافة واحدة من الإعدادات.',
    create: 'إنشاء أداة',
    noProviderAdmin: 'لا توجد أداة بعد. أنشئ واحدة للحصول على شيفرة صفحاتك.',
  },

  alerts: {
    label: 'التنبيهات',
    intro: 'للرسائل الجديدة في المحادثات المسندة إليك أو غير المسندة.',
    sound: 'الصوت',
    desktop: 'إشعارات سطح المكتب',
    allow: 'السماح بإشعارات سطح المكتب',
    denied: 'يمنع متصفحك إشعارات هذه الصفحة. اسمح بها في إعدادات الموقع لديه.',
    unsupported: 'هذا المتصفح لا يدعم الإشعارات.',
    newMessage: (name) => `رسالة جديدة من ${name}`,
    attachment: 'أرسل مرفقًا',
  },

  tab: {
    title: 'الوارد',
    unread: (count, title) => `(${count > 99 ? '99+' : count}) ${title}`,
  },

  keys: {
    group: 'الوارد',
    next: 'المحادثة التالية',
    previous: 'المحادثة السابقة',
    open: 'فتح المحادثة',
    back: 'العودة إلى القائمة',
    search: 'البحث في المحادثات',
    go: (view) => `انتقل إلى: ${view}`,
  },

  conversation: conversationAr,
  changes: messageChangesAr,
  notes: notesAr,
  timeline: customerTimelineAr,
  replies: repliesAr,
  writing: writingAr,
  labels: labelsAr,
  filter: filterAr,
  savedViews: savedViewsAr,
  teams: teamsAr,
  triage: triageAr,
  bulk: bulkAr,
  customers: customersAr,
}
