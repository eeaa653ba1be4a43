import type { Messages } from '../en.ts'

export const staleAr: Messages['stale'] = {
  arrived: (when) => `وصلت رسالة جديدة ${when}. هل تريد الإغلاق على أي حال؟`,
  arrivedMeanwhile: 'وصلت رسالة جديدة في هذه الأثناء. هل تريد الإغلاق على أي حال؟',
  closeAnyway: 'إغلاق على أي حال',
  notChanged: (count) =>
    count === 1 ? 'في محادثة واحدة رسالة جديدة، ولم تتغير' : `محادثات فيها رسائل جديدة ولم تتغير: ${count}`,
  open: 'فتح',
}
