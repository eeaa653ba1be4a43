import type { Messages } from '../en.ts'
import { mailedAr } from './continuity-ar.ts'
import { automaticRepliesAr, replyWindowAr } from './automatic-replies-ar.ts'
import { automationAr } from './automation-ar.ts'
import { callSettingsAr } from './call-settings-ar.ts'
import { callsAr } from './calls-ar.ts'
import { countAr } from './count-ar.ts'
import { channelMailAr } from './channel-mail-ar.ts'
import { channelsAr } from './channels-ar.ts'
import { collisionAr } from './collision-ar.ts'
import { staleAr } from './stale-ar.ts'
import { deliveriesAr } from './deliveries-ar.ts'
import { deskAr } from './desk-ar.ts'
import { entryAr } from './entry-ar.ts'
import { holidaysAr } from './holidays-ar.ts'
import { inboxAr } from './inbox-ar.ts'
import { loginProblemsAr } from './login-problems-ar.ts'
import { mailAr } from './mail-ar.ts'
import { memberLoginAr } from './member-login-ar.ts'
import { miniAppAr } from './mini-app-ar.ts'
import { notificationsAr } from './notifications-ar.ts'
import { recoveryAr } from './recovery-ar.ts'
import { reportsAr } from './reports-ar.ts'
import { serviceAr } from './service-ar.ts'
import { settingsAr } from './settings-ar.ts'
import { sharingAr } from './sharing-ar.ts'
import { shellAr } from './shell-ar.ts'
import { slaAr } from './sla-ar.ts'
import { transfersAr } from './transfers-ar.ts'
import { visitorAr } from './visitor-ar.ts'
import { apiKeysAr, webhooksAr } from './webhooks-ar.ts'

const secondsOf = { one: 'ثانية واحدة', two: 'ثانيتين', few: 'ثوانٍ', many: 'ثانية' }
const minutesOf = { one: 'دقيقة واحدة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة' }

export const ar: Messages = {
  problems: {
    unexpected: 'حدث خطأ. حاول مجددًا.',
    rateLimitedFor: (seconds) =>
      `محاولات كثيرة. انتظر ${
        seconds < 90
          ? countAr(Math.max(1, Math.ceil(seconds)), secondsOf)
          : countAr(Math.ceil(seconds / 60), minutesOf)
      } ثم حاول مجددًا.`,
    byCode: {
      network: 'تعذّر الوصول إلى الخدمة. تحقق من اتصالك وحاول مجددًا.',
      invalid_request: 'الطلب غير صالح. تحقق مما أدخلته.',
      unauthenticated: 'انتهت جلستك. سجّل الدخول من جديد.',
      forbidden: 'دورك لا يسمح بذلك. راجع أحد المديرين.',
      not_found: 'هذا غير موجود، أو لا يحق لك رؤيته.',
      payload_too_large: 'هذا أكبر مما تقبله الخدمة.',
      rate_limited: 'محاولات كثيرة. انتظر لحظة ثم حاول مجددًا.',
      internal: 'حدث خطأ داخلي وجرى تسجيله. حاول مجددًا.',
      unavailable: 'الخدمة غير متاحة مؤقتًا. حاول بعد قليل.',
      storage_full: 'قرص الخدمة ممتلئ. حاول مجددًا بعد أن يوفر المشغّل مساحة.',
      setup_done: 'هذا التثبيت معدّ بالفعل. سجّل الدخول.',
      credentials_invalid: 'البريد الإلكتروني أو كلمة المرور خطأ.',
      email_taken: 'هذا البريد مستخدم بالفعل. سجّل الدخول.',
      password_weak: 'تحتاج كلمة المرور إلى 10 أحرف على الأقل.',
      invitation_invalid: 'هذه الدعوة غير موجودة أو سُحبت.',
      invitation_expired: 'انتهت صلاحية هذه الدعوة. اطلب دعوة جديدة.',
      invitation_used: 'استُخدمت هذه الدعوة من قبل. سجّل الدخول.',
      already_member: 'أنت في هذه المؤسسة بالفعل.',
      account_shared:
        'ينتمي هذا الشخص أيضًا إلى مؤسسة أخرى. يمكنه إعادة تعيين كلمة المرور بالبريد، أو يُنشئ مشغّل الخادم رابطًا.',
      reset_invalid: 'هذا الرابط غير صالح. احصل على رابط جديد.',
      reset_expired: 'انتهت صلاحية هذا الرابط. احصل على رابط جديد.',
      reset_used: 'استُخدم هذا الرابط من قبل. سجّل الدخول بكلمة المرور الجديدة.',
      email_link_invalid: 'هذا الرابط غير صالح أو استُخدم من قبل.',
      email_link_expired: 'انتهت صلاحية هذا الرابط. اطلب رابطًا جديدًا من ملفك الشخصي.',
      mail_off: 'لا يرسل هذا التثبيت بريدًا. اطلب رابطًا من أحد المديرين.',
      mail_not_sent: 'لم يقبل خادم البريد الرسالة. أعد المحاولة.',
      setup_token_invalid: 'رمز الإعداد مفقود أو خاطئ. افتح الرابط الذي عرضه Parley عند بدئه.',
      last_owner: 'تحتاج المؤسسة إلى مالك واحد على الأقل. عيّن مالكًا آخر أولًا.',
      api_key_limit: 'بلغت الحد الأقصى لعدد مفاتيح API. ألغِ مفتاحًا لا تحتاج إليه.',
      secret_key_rotating: 'يعمل مفتاحان بالفعل. اسحب القديم أولًا.',
      secret_key_unreadable: 'لا يمكن فك تشفير المفتاح السري لأن سر Parley قد تغيّر. أنشئ مفتاحًا جديدًا.',
      webhook_limit: 'بلغت الحد الأقصى لعدد خطافات الويب. احذف واحدًا لا تحتاج إليه.',
      delivery_too_old: 'يمكن إعادة إرسال الأحداث لمدة 14 يومًا.',
      webhook_inactive: 'خطاف الويب متوقف أو محذوف. شغّله أولًا.',
      webhook_secret_unreadable: 'لا يمكن فك تشفير سر التوقيع لأن سر Parley قد تغيّر. أنشئ سرًا جديدًا.',
      webhook_unsubscribed: 'لم يعد خطاف الويب مشتركًا في هذا الحدث.',
    },
  },

  actions: {
    save: 'حفظ',
    saved: 'حُفظ',
    cancel: 'إلغاء',
    close: 'إغلاق',
    retry: 'حاول مجددًا',
    copy: 'نسخ',
    copied: 'نُسخ',
    reveal: 'إظهار',
    discard: 'تجاهل التغييرات',
  },

  sharing: sharingAr,
  shell: shellAr,
  entry: entryAr,
  recovery: recoveryAr,
  settings: settingsAr,
  memberLogin: memberLoginAr,
  loginProblems: loginProblemsAr,
  webhooks: webhooksAr,
  deliveries: deliveriesAr,
  apiKeys: apiKeysAr,
  inbox: inboxAr,
  calls: callsAr,
  callSettings: callSettingsAr,
  desk: deskAr,
  transfers: transfersAr,
  mail: mailAr,
  notifications: notificationsAr,
  collision: collisionAr,
  stale: staleAr,
  channels: channelsAr,
  channelMail: channelMailAr,
  miniApp: miniAppAr,
  automaticReplies: automaticRepliesAr,
  replyWindow: replyWindowAr,
  mailed: mailedAr,
  service: serviceAr,
  holidays: holidaysAr,
  automation: automationAr,
  reports: reportsAr,
  visitor: visitorAr,
  sla: slaAr,
}
