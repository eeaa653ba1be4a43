import type { Messages } from '../en.ts'

export const webhooksTr: Messages['webhooks'] = {
  title: 'Webhook’lar',
  lead: 'Parley her olay için sunucunuza imzalı bir HTTPS isteği gönderir.',
  create: 'Yeni webhook',
  createTitle: 'Yeni webhook',
  createAction: 'Webhook oluştur',
  all: 'Tüm webhook’lar',
  noneTitle: 'Henüz webhook yok',
  noneText:
    'Webhook, sunucunuzdaki bir URL’dir. Bir şey olur olmaz Parley onu çağırır; sürekli sorgulamanız gerekmez.',
  reference: 'API başvurusu',
  on: 'Açık',
  off: 'Kapalı',

  name: 'Ad',
  nameHint: 'Listelerde URL yerine gösterilir. İsteğe bağlı.',

  url: 'URL',
  urlHint: 'https:// ile başlar ve internetten erişilebilir.',
  events: 'Olaylar',
  eventsMissing: 'En az bir olay seçin.',
  eventsCancel: 'Bir olayı çıkarırsanız onun bekleyen teslimatları iptal edilir.',
  allEvents: 'Tüm olaylar',
  when: {
    'conversation.started':
      'Bir konuşma başlar: müşterinin ilk mesajıyla ya da temsilci kapalı birini yeniden açınca veya üstlenince.',
    'conversation.ended': 'Bir konuşma kapatılır. Mesajlara götüren, 24 saat geçerli bir bağlantı taşır.',
    'call.started': 'Bir müşteri arar: çağrı bir temsilcide çalar ya da sırada bekler.',
    'call.ended':
      'Yanıtlanan bir çağrı biter. Kimin yanıtladığını, müşterinin ne kadar beklediğini ve kimin kapattığını söyler.',
    'call.missed': 'Bir çağrı yanıtsız biter: kimse açmadı, müşteri vazgeçti ya da bağlantı kurulamadı.',
    'call.recording_ready':
      'Bir çağrının kayıtları tamamlanır. Her dosyaya götüren, 24 saat geçerli bir bağlantı taşır.',
    'customer.created': 'Yeni bir müşteri: ilk mesajda, ilk çağrıda ya da üye olarak ilk girişte.',
    'customer.updated':
      'Müşterinin adı, iletişim bilgisi, engeli ya da özel temsilcisi değişir, ya da hesap kapatılır.',
  },
  urlProblems: {
    webhook_url_invalid: 'Bu bir URL değil. https://shop.example.com/webhooks gibi yazın.',
    webhook_url_too_long: 'Bu URL çok uzun. En çok 2048 karakter olabilir.',
    webhook_url_not_https: 'Yalnızca https:// olur: yolda kimse okuyamamalı.',
    webhook_url_credentials: 'Kullanıcı adı ve parolayı URL’den çıkarın. Kimin çağırdığını imza kanıtlar.',
    webhook_url_fragment: '# işaretini ve sonrasını çıkarın: sunucu orayı hiç görmez.',
    webhook_url_port:
      'Bu port başka tür bir hizmetin. https’in olağan portunu ya da 1024 ve üstünü kullanın.',
    webhook_url_local_name:
      'Bu ad yalnızca bir ağın içinde çalışır. Tüm internetin çözebildiği bir ad kullanın.',
    webhook_url_private: 'Bu adres özel ya da ayrılmış. İnternetten erişilebilen birini kullanın.',
  },
  urlWarnings: {
    name_unknown: 'Bu URL’deki ad yok ya da henüz bir adresi yok. Olana kadar teslimatlar başarısız olur.',
    name_unanswered:
      'Bu URL’deki ad için hiçbir ad sunucusu yanıt vermedi. Bu sürdükçe teslimatlar başarısız olur.',
    address_refused:
      'Bu URL’deki ad özel ya da ayrılmış bir ağa götürüyor. Parley oraya hiçbir şey göndermez.',
  },

  trouble: {
    spoken: 'Bir webhook sürekli başarısız oluyor',
    many: (count) =>
      count === 1 ? 'Bir webhook sürekli başarısız oluyor' : `${count} webhook sürekli başarısız oluyor`,
    manyText:
      'Her teslimat iki kez daha denenir, sonra başarısız olur. Alıcı yeniden çalışınca başarısız olanları tekrar gönderebilirsiniz.',
    since: (failures, since) =>
      failures === 1
        ? `Son deneme başarısız oldu: ${since}.`
        : `${since} tarihinden beri art arda ${failures} deneme başarısız oldu.`,
    status: (status) => `Son yanıt: ${status}.`,
    noAnswer: 'Yanıt gelmedi.',
    look: 'Teslimatları gör',
  },

  sending: 'Gönderim',
  active: 'Olayları bu URL’ye gönder',
  activeHint: 'Kapalıyken hiçbir şey gönderilmez ve olaylar sonrası için saklanmaz.',
  switchOffTitle: 'Bu webhook kapatılsın mı?',
  switchOffText:
    'Şu andan sonra hiçbir şey almaz. Bir sonraki denemesini bekleyen teslimatlar iptal edilir, bu arada olanlar sonra gönderilmez. İptal edilen teslimatlar elle yeniden gönderilebilir.',
  switchOff: 'Kapat',
  switchedOn: 'Webhook açıldı.',
  switchedOff: 'Webhook kapatıldı.',

  endpoint: 'Uç nokta',

  deliveries: 'Teslimatlar',
  deliveriesLead: 'En son teslimatlar. Deneme olayı yalnızca bu webhook’a gider ve her olay gibi imzalanır.',
  allDeliveries: 'Tüm teslimatlar',
  noDeliveries: 'Henüz bir şey gönderilmedi. Sunucunuz yanıt veriyor mu görmek için deneme olayı gönderin.',
  test: 'Deneme olayı gönder',
  testTitle: 'Deneme olayı',
  testOff: 'Deneme olayı göndermek için webhook’u açın.',
  testDetails: 'İstek ve yanıt',
  testEvent: 'Gönderilecek olay',
  testSample:
    'Örnek, gerçek bir olayın biçiminde ama uydurma verilerle gelir: kimlikleri 00000000 ile başlar. Sunucunuz onu gerçek bir olay gibi işler.',

  statistics: {
    title: 'Denemeler ve yanıt süreleri',
    lead: 'Uç noktanın nasıl yanıt verdiği; yeniden denemeler ve deneme olayları dahil.',
    period: 'Dönem',
    periods: { '24h': '24 saat', '14d': '14 gün' },
    attempts: 'Denemeler',
    attemptsNote: { '24h': 'saat başına', '14d': 'altı saat başına' },
    times: 'Yanıt süresi',
    timesNote: 'durum satırına ya da hataya kadar',
    delivered: 'Teslim edildi',
    failed: 'Başarısız',
    median: 'Ortanca',
    p95: '95. yüzdelik',
    none: 'Bu dönemde deneme yok.',
    table: 'Rakamlar tablo olarak',
    from: 'Başlangıç',
  },

  secret: 'İmza anahtarı',
  secretLead:
    'Sunucunuz bununla bir isteğin Parley’den geldiğini ve değiştirilmediğini anlar. Yalnızca sunucunuzda durmalı.',
  copySecret: 'İmza anahtarını kopyala',
  verify: 'İstekleri doğrulama',
  verifyLead:
    'Standard Webhooks kitaplığıyla birkaç satır yeter. Ham gövdeyi doğrulayın, önce 2xx yanıtı verin, işi sonra yapın.',
  verifyLanguage: 'Örneğin dili',
  copySample: 'Örneği kopyala',
  regenerate: 'İmza anahtarını yenile',
  regenerateTitle: 'İmza anahtarı yenilensin mi?',
  regenerateText:
    'Bir sonraki denemeden başlayarak her şey yalnızca yeni anahtarla imzalanır, yeniden denenmeyi bekleyenler de. Sunucunuz onu öğrenene kadar gelenleri reddeder. Reddedilen teslimatlar en az 10 dakika arayla iki kez daha denenir.',
  regenerateUnknown: 'Anahtar değişmiş olabilir. Yeniden denemeden önce anahtarı gösterip kontrol edin.',
  regenerateAction: 'Anahtarı yenile',
  regenerated: 'Yeni imza anahtarı oluşturuldu. Şimdi sunucunuza ekleyin.',

  delete: 'Bu webhook’u sil',
  deleteText: (url) =>
    `${url} adresine artık hiçbir şey gönderilmez, bekleyen teslimatlar iptal edilir, imza anahtarı kalıcı olarak silinir. Başarısız teslimatlar artık yeniden gönderilemez, otomasyon kuralları da bu webhook’u artık çağırmaz.`,
  deleteAction: 'Webhook’u sil',
  deleted: 'Webhook silindi.',
}

export const apiKeysTr: Messages['apiKeys'] = {
  title: 'API anahtarları',
  lead: 'Programlarınız Parley API’sini API anahtarlarıyla çağırır. Bir anahtar yalnızca yetkilerinin izin verdiğini yapabilir.',
  create: 'Yeni API anahtarı',
  createTitle: 'Yeni API anahtarı',
  createAction: 'Anahtar oluştur',
  name: 'Ad',
  nameHint: 'Hangi programın kullandığı.',
  scopes: 'Yetkiler',
  scopesMissing: 'En az bir yetki seçin.',
  may: {
    'webhooks:read': 'Webhook’ları okur, gizli anahtarları olmadan.',
    'webhooks:write':
      'Webhook oluşturur, değiştirir, siler; gizli anahtarlarını okur ve yeniler; deneme olayı gönderir. Webhook’lar müşterilerin iletişim bilgilerini, mesajlarını ve kayıtlarını alır.',
    'deliveries:read': 'Teslimatları her istek ve yanıtıyla okur.',
    'deliveries:resend': 'Teslimatları yeniden gönderir.',
    'calls:read': 'Çağrıları notları ve kayıtlarıyla birlikte okur.',
    'conversations:read': 'Konuşmaları, adlar ve önizlemelerle okur; tek bir müşterininkileri de.',
    'conversations:write':
      'Konuşmaları kapatır, yeniden açar, atar, önceliklendirir ve erteler. Her yanıt, müşterinin adını ve son mesajın önizlemesini içerir.',
    'customers:read': 'Müşterileri iletişim bilgileriyle okur.',
    'messages:read': 'Konuşmaların mesajlarını okur.',
    'messages:write':
      'Açık konuşmalara temsilci ya da sistem olarak mesaj gönderir. Programların gönderdiği mesajları düzenler, tüm temsilcilerin mesajlarını siler.',
    'notes:read': 'Temsilcilerin özel notlarını okur.',
    'notes:write': 'Bir temsilci adına özel not ekler.',
    'canned_replies:read': 'Kuruluşun hazır yanıtlarını okur.',
    'canned_replies:write': 'Kuruluşun hazır yanıtlarını oluşturur, değiştirir, siler ve içe aktarır.',
    'labels:read': 'Etiket listesini okur.',
    'labels:write': 'Etiket oluşturur ve değiştirir, konuşmalara ekler ve konuşmalardan kaldırır.',
    'agents:read': 'Temsilci listesini ad ve fotoğraflarla okur.',
    'teams:read': 'Takım listesini okur.',
    'teams:write': 'Takım oluşturur, değiştirir ve siler, konuşmaları takımlara taşır.',
    'ratings:read': 'Müşterilerin konuşmalara verdiği puanları ve yorumları okur.',
    'reports:read': 'Raporları ve rakamların ardındaki konuşmaları okur, müşteri adları olmadan.',
    'sla:read': 'SLA politikalarını ve konuşmaların SLA sürelerini okur.',
  },
  ready: 'Anahtar hazır',
  readyText: 'Şimdi kopyalayın: yalnızca bu kez gösterilir. Parley yalnızca parmak izini saklar.',
  copyKey: 'API anahtarını kopyala',
  keepIt:
    'Bu anahtara sahip olan herkes onu kullanabilir. Sunucunuzda saklayın; sayfada, uygulamada ya da depoda asla.',
  done: 'Tamam',
  noneTitle: 'Henüz API anahtarı yok',
  noneText: 'Kendi programlarınızla teslimatları okumak ya da webhook’ları yönetmek için bir tane oluşturun.',
  list: 'Anahtarlar',
  lastUsed: 'Son kullanım:',
  neverUsed: 'Hiç kullanılmadı',
  made: 'Oluşturuldu:',
  revoke: 'İptal et',
  revokeNamed: (name) => `${name} anahtarını iptal et`,
  revokeTitle: (name) => `${name} iptal edilsin mi?`,
  revokeText: 'Bu anahtarı kullanan programlar hemen reddedilir. Bu işlem geri alınamaz.',
  revoked: (name) => `${name} iptal edildi.`,
  use: 'Kullanım',
  useLead: 'Anahtarı Bearer jetonu olarak gönderin. Bu, başarısız teslimatları listeler:',
  copyExample: 'Örneği kopyala',
}
