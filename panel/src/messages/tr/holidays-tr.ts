import type { Messages } from '../en.ts'

export const holidaysTr: Messages['holidays'] = {
  title: 'Tatil takvimi',
  lead: 'Bu takvimin tüm gün süren etkinliklerinde kapalısınız. Bu tarihlerden birinde açık olmak için o tarihe bir istisna ekleyin.',
  address: 'iCal adresi',
  addressHint: 'Bir .ics dosyasının adresi; örneğin bölgenizin resmî tatilleri. Parley her gün okur.',
  readNow: 'Şimdi oku',
  remove: 'Takvimi kaldır',
  lastRead: 'Okundu:',
  coming: (count) => `Yaklaşan ${count} tatil`,
  none: 'Takvimde yaklaşan tüm gün etkinliği yok.',
  kept: 'Önceki tatiller geçerli kalır.',
  replaced: 'İstisnanız geçerli',
  unnamed: 'Tatil',
  showAll: (count) => `Tümünü göster (${count})`,
  problems: {
    url_invalid: 'https:// veya webcal:// ile başlayan, kullanıcı adı içermeyen tam bir adres girin.',
    refused:
      'Bu adres herkese açık internette değil. Herkese açık bir adres kullanın ya da işletmeciden izin vermesini isteyin.',
    unreachable: 'Takvimin sunucusu yanıt vermiyor. Adresi kontrol edip yeniden deneyin.',
    redirected: 'Bu adres başka bir adrese yönlendiriyor. Tarayıcıda açın ve son adresi girin.',
    bad_status: 'Takvimin sunucusu isteği reddetti. Takvimin bu adreste hâlâ paylaşıldığını kontrol edin.',
    too_large: 'Bu takvim çok büyük. Yalnızca tatilleri içeren bir takvim kullanın.',
    not_calendar: 'Bu adreste takvim yok. Bir web sayfasının değil, .ics dosyasının adresini kullanın.',
    url_unreadable:
      'Parley’nin gizli anahtarı değiştiği için kayıtlı adresin şifresi çözülemiyor. Adresi yeniden girin.',
  },
}
