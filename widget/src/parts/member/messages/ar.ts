import type { MemberMessages } from './messages.ts'

export const messages = {
  signIn: 'تسجيل الدخول',
  signOut: 'تسجيل الخروج',
  member: 'مسجَّل الدخول',

  signInReason: 'بعد تسجيل الدخول تجد محادثاتك على كل أجهزتك. أما ما كتبته من دون تسجيل الدخول فيبقى منفصلًا.',
  continueWith: 'المتابعة باستخدام {name}',
  stayAnonymous: 'المتابعة دون تعريف',
  goOnThere: 'تابع في نافذة {name}.',
  notYet: 'لم يتم تسجيل الدخول بعد. إن كانت النافذة لا تزال مفتوحة فتابع هناك.',
  blocked: 'منع متصفحك فتح النافذة.',
  openHere: 'المتابعة في علامة التبويب هذه',

  closeAccount: 'إغلاق الحساب',
  closeQuestion: 'هل تريد إغلاق حسابك؟',
  closeMeaning:
    'سيتم تسجيل خروجك، وسيرى فريقنا أنك أغلقت الحساب. تبقى الرسائل لدى الفريق. إذا سجّلت الدخول مرة أخرى فسيُفتح الحساب من جديد.',

  whichLanguage: 'بأي لغة تريد أن نجيبك؟',
  goOn: 'بدء المحادثة',

  cancel: 'إلغاء',
  failed: 'لم ينجح ذلك. حاول مرة أخرى.',
  tryAgain: 'إعادة المحاولة',
} satisfies MemberMessages
