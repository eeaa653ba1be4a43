import type { Messages } from '../en.ts'

export const bulkAr: Messages['inbox']['bulk'] = {
  bar: 'المحادثات المحددة',
  select: (name) => `تحديد المحادثة مع ${name}`,
  selectFocused: 'تحديد المحادثة',
  selected: (count) => `المحادثات المحددة: ${count}`,
  selectAll: 'تحديد كل المعروض',
  clear: 'إلغاء التحديد',
  close: 'إغلاق',
  reopen: 'إعادة فتح',
  assign: 'إسناد المحادثات المحددة',
  nobody: 'لا أحد',
  done: (count) => (count === 1 ? 'تغيرت محادثة واحدة' : `عدد المحادثات التي تغيرت: ${count}`),
  nothing: 'لا شيء لتغييره',
  refused: (count) => (count === 1 ? 'تعذر تغيير محادثة واحدة' : `عدد المحادثات التي تعذر تغييرها: ${count}`),
  failed: (count) =>
    count === 1
      ? 'تعذر تغيير محادثة واحدة. تبقى محددة: أعد المحاولة.'
      : `عدد المحادثات التي تعذر تغييرها: ${count}. تبقى محددة: أعد المحاولة.`,
  undo: 'تراجع',
  undone: (count) => (count === 1 ? 'تم التراجع عن تغيير واحد' : `عدد التغييرات المتراجع عنها: ${count}`),
}
