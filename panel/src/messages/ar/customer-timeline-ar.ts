import type { Messages } from '../en.ts'

export const customerTimelineAr: Messages['inbox']['timeline'] = {
  title: 'السجل الزمني',
  filter: 'التصفية حسب النوع',
  all: 'الكل',
  kinds: {
    conversation: 'المحادثات',
    call: 'المكالمات',
    note: 'الملاحظات',
    label: 'الوسوم',
    rating: 'التقييمات',
    sign_in: 'تسجيلات الدخول',
  },
  empty: 'لا يوجد نشاط بعد.',
  emptyOfKind: 'لا يوجد نشاط من هذا النوع بعد.',
  more: 'عرض المزيد',
  conversation: 'محادثة',
  openConversation: 'محادثة (مفتوحة)',
  call: 'مكالمة',
  note: (author) => `ملاحظة من ${author}`,
  noteDeleted: 'حُذفت الملاحظة',
  signIn: 'سجّل الدخول',
}
