import type { Messages } from '../en.ts'
import { countAr } from './count-ar.ts'

export const notificationsAr: Messages['notifications'] = {
  title: 'الإشعارات',
  unread: (count) =>
    count > 99
      ? 'أكثر من 99 إشعارًا غير مقروء'
      : countAr(count, {
          one: 'إشعار واحد غير مقروء',
          two: 'إشعاران غير مقروءين',
          few: 'إشعارات غير مقروءة',
          many: 'إشعارًا غير مقروء',
        }),
  isUnread: 'غير مقروء',
  open: 'فتح الإشعارات',
  readAll: 'تحديد الكل كمقروء',
  settings: 'إعدادات الإشعارات',
  empty: 'لا إشعارات',
  emptyText: 'تظهر هنا الإشارات والإسنادات والمكالمات الفائتة.',
  kinds: {
    mention: {
      name: 'الإشارات',
      hint: 'يشير إليك أحد زملائك في ملاحظة.',
      says: (customer, actor) => `أشار إليك ${actor ?? 'أحد زملائك'} في ملاحظة عن ${customer}`,
    },
    assigned: {
      name: 'الإسنادات',
      hint: 'يُسند إليك أحدهم محادثة.',
      says: (customer, actor) =>
        actor === null ? `أُسندت إليك المحادثة مع ${customer}` : `أسند إليك ${actor} المحادثة مع ${customer}`,
    },
    missed_call: {
      name: 'المكالمات الفائتة',
      hint: 'فاتتك مكالمة، أو لم يُرد على مكالمة من أحد عملائك.',
      says: (customer) => `مكالمة فائتة من ${customer}`,
    },
    snooze_over: {
      name: 'انتهاء التأجيل',
      hint: 'حان وقت محادثة أجّلتها أو مُسندة إليك.',
      says: (customer) => `عادت المحادثة المؤجلة مع ${customer}`,
    },
    low_rating: {
      name: 'تقييمات منخفضة',
      hint: 'يقيّم عميل إحدى محادثاتك بدرجة 1 أو 2 من 5.',
      says: (customer) => `تقييم منخفض من ${customer}`,
    },
    sla_warning: {
      name: 'تنبيهات اتفاقية الخدمة',
      hint: 'اقترب موعد محادثة لك أو لفريقك.',
      says: (customer) => `اقترب موعد المحادثة مع ${customer}`,
    },
    sla_breach: {
      name: 'تجاوزات اتفاقية الخدمة',
      hint: 'تأخرت محادثة لك أو لفريقك.',
      says: (customer) => `تأخرت المحادثة مع ${customer}`,
    },
  },
  otherKind: (customer) => `إشعار بشأن ${customer}`,
  otherKindHint: 'أعد تحميل الصفحة لمعرفة ما حدث.',
  lead: 'اختر الإشعارات التي تصلك في هذه المؤسسة.',
  kind: 'أشعِرني عند',
  transports: { in_app: 'اللوحة', desktop: 'سطح المكتب', email: 'البريد' },
  thisBrowser: 'هذا المتصفح',
  thisBrowserLead: 'تظهر إشعارات سطح المكتب عندما تكون اللوحة في الخلفية.',
}
