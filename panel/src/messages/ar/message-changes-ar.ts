import type { Messages } from '../en.ts'

export const messageChangesAr: Messages['inbox']['changes'] = {
  more: 'إجراءات أخرى',
  edit: 'تعديل الرسالة',
  hint: 'Enter للحفظ، وEscape للإلغاء',
  notSaved: 'لم يُحفظ تعديلك على رسالة.',
  remove: 'حذف الرسالة',
  removeTitle: 'هل تريد حذف هذه الرسالة؟',
  removeText:
    'يرى العميل أن رسالة قد حُذفت. وتُزال مرفقاتها للجميع. ويبقى بإمكان فريقك قراءة النص ضمن «النسخ السابقة».',
  removed: 'حُذفت الرسالة',
  edited: 'معدّلة',
  history: 'النسخ السابقة',
  replaced: (name, time) => `استبدلها ${name} في ${time}`,
  customer: 'العميل',
  problems: {
    message_empty: 'اكتب نصًا أو احذف الرسالة.',
    message_deleted: 'حُذفت هذه الرسالة في هذه الأثناء.',
    message_too_old: 'يمكن تغيير الرسائل خلال 24 ساعة. ويمكن للمدير حذف هذه الرسالة بعد ذلك.',
    message_edit_limit: 'بلغت هذه الرسالة الحد الأقصى للتعديلات. اكتب رسالة جديدة.',
    forbidden: 'لا يمكنك تعديل سوى رسائلك. ويمكن للمديرين حذف رسائل الزملاء أيضًا.',
    not_found: 'هذه الرسالة لم تعد موجودة.',
  },
}
