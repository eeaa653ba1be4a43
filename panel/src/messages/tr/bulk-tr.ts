import type { Messages } from '../en.ts'

export const bulkTr: Messages['inbox']['bulk'] = {
  bar: 'Seçilen konuşmalar',
  select: (name) => `${name} ile konuşmayı seç`,
  selectFocused: 'Konuşmayı seç',
  selected: (count) => `${count} seçildi`,
  selectAll: 'Gösterilenlerin tümünü seç',
  clear: 'Seçimi kaldır',
  close: 'Kapat',
  reopen: 'Yeniden aç',
  assign: 'Seçilen konuşmaları ata',
  nobody: 'Kimse',
  done: (count) => `${count} konuşma değiştirildi`,
  nothing: 'Değiştirilecek bir şey yok',
  refused: (count) => `${count} konuşma değiştirilemedi`,
  failed: (count) => `${count} konuşma değiştirilemedi. Seçili kalıyor: yeniden deneyin.`,
  undo: 'Geri al',
  undone: (count) => `${count} değişiklik geri alındı`,
}
