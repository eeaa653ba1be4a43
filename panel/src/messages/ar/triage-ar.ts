import type { Messages } from '../en.ts'
import { countAr } from './count-ar.ts'

export const triageAr: Messages['inbox']['triage'] = {
  priority: 'الأولوية',
  setPriority: 'تحديد الأولوية',
  priorityIs: (level) => `الأولوية: ${level}`,
  noPriority: 'بلا أولوية',
  priorities: { urgent: 'عاجلة', high: 'مرتفعة', normal: 'عادية', low: 'منخفضة' },
  snooze: 'تأجيل',
  snoozeThis: 'تأجيل المحادثة',
  snoozedUntil: (time) => `مؤجلة حتى ${time}`,
  snoozedUntilReply: 'مؤجلة حتى يرد العميل',
  rowUntil: (time) => `حتى ${time}`,
  rowUntilReply: 'حتى يرد العميل',
  wake: 'إنهاء التأجيل',
  undo: 'تراجع',
  when: 'متى؟ مثلًا: غدا 9 صباحا',
  notUnderstood: 'لم يُفهم الوقت. جرّب «غدا 9 صباحا» أو «بعد ساعتين».',
  presets: {
    hours: (count) =>
      count === 1
        ? 'بعد ساعة'
        : `بعد ${countAr(count, { one: 'ساعة', two: 'ساعتين', few: 'ساعات', many: 'ساعة' })}`,
    tomorrow: 'صباح الغد',
    nextWeek: 'الأسبوع القادم',
    reply: 'حتى يرد العميل',
  },
  log: {
    priority: (who, level) => `ضُبطت الأولوية على ${level}: ${who}`,
    noPriority: (who) => `أُزيلت الأولوية: ${who}`,
    snoozed: (who, time) => `أُجلت المحادثة حتى ${time}: ${who}`,
    snoozedUntilReply: (who) => `أُجلت المحادثة حتى يرد العميل: ${who}`,
    unsnoozed: (who) => `أُنهي التأجيل: ${who}`,
    over: { due: 'انتهت مدة التأجيل', customer: 'انتهى التأجيل لأن العميل رد' },
  },
  problems: {
    conversation_closed: 'لا يمكن تأجيل محادثة مغلقة. أعد فتحها أولًا.',
    customer_wrote: 'كتب العميل للتو. اقرأ الرسالة ثم أعد التأجيل.',
    snooze_time_invalid: 'اختر وقتًا في المستقبل خلال سنة.',
    not_found: 'هذه المحادثة لم تعد موجودة.',
  },
}
