import type { Messages } from '../en.ts'

export const visitorTr: Messages['visitor'] = {
  title: 'Ziyaret',
  currentPage: 'Şu anki sayfa',
  lastPage: 'Son sayfa',
  referrer: 'Geldiği yer',
  browser: 'Tarayıcı',
  browserOn: (browser, system) => `${browser}, ${system}`,
  device: 'Cihaz',
  devices: { desktop: 'Bilgisayar', phone: 'Telefon', tablet: 'Tablet' },
  localTime: 'Yerel saat',
  language: 'Tarayıcı dili',
  pages: (count) => `Bu ziyarette ${count} sayfa`,
  attributes: 'Öznitelikler',
  stated: 'Sayfanın bildirdiği',
  statedHint: 'Sayfanızdaki bir betik tarafından belirlenir. Ziyaretçi bu değerleri değiştirebilir.',
  confirmed: 'Girişinizle doğrulanan',
  confirmedHint: 'Sunucunuz tarafından imzalı jetonda belirlenir.',
  yes: 'Evet',
  no: 'Hayır',
  setting: 'Ziyaretçi bağlamı',
  collect: 'Ziyareti temsilcilere göster',
  collectHint:
    'Yazmış olan müşterilerin sayfaları, geldikleri yer, tarayıcısı, cihazı, dili ve yerel saati. Do Not Track veya Global Privacy Control açıksa toplanmaz. 30 gün sonra silinir.',
}
