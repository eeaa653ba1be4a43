import type { Messages } from '../en.ts'

export const memberLoginTr: Messages['memberLogin'] = {
  title: 'Üye girişi',
  lead: 'Ziyaretçiler var olan bir hesapla giriş yapabilir. Bu isteğe bağlıdır ve ancak tıkladıklarında başlar.',
  anyPage:
    'Bu widget’ı her sayfa gömebilir; bu yüzden bir sayfa kim olduklarını öğrenmeden önce insanlara bir kez daha sorulur. Sayfalarınızı Kurulum bölümünde listelerseniz sorulmaz.',

  source: 'Anahtar kaynağı',
  sourceLead: 'Onayı kimin uygulaması ister: ziyaretçiler orada onun adını okur.',
  sources: { service: 'Hizmetin anahtarları', own: 'Kendi anahtarlarınız' },
  sourceTexts: {
    service: 'Bu kurulumu işleten kişinin uygulamaları. Ayarlanacak bir şey yoktur.',
    serviceMissing:
      'Bu kurulumu işletenin uygulamaları; henüz hiç anahtar ayarlanmadı. O zamana kadar kendi anahtarlarınızı seçin.',
    own: 'Her hizmette kendi uygulamanız, kendi adınızla.',
  },
  sourceWarning:
    'Apple ve Facebook her uygulamaya başka kimlikler verir: kaynak değişince onların üyeleri yeni üye olarak döner.',

  session: 'Oturum açık kalsın',
  sessionLead: 'Bir üyenin, çıkış yapmadan aynı tarayıcıda ne kadar süre oturumu açık kalır.',
  days: 'Gün',
  daysWrong: '1 ile 365 arasında bir tam sayı yazın.',

  services: 'Hizmetler',
  servicesLead: 'Açık olanlar sohbetin giriş sayfasında görünür.',
  offer: (service) => `${service} girişini sun`,
  on: 'Açık',
  off: 'Kapalı',
  noKeys: 'Anahtarlar eksik',
  details: (service) => `${service} ayarları`,
  setUp: 'Ayarla',
  operatorKeys: 'Bu kurulumda bu hizmetin anahtarları var. Kullanmak için açın.',
  noOperatorKeys: (variables) =>
    `Bu kurulumda bunun anahtarları yok. Kurulumu işleten kişi ${variables} değişkenlerini ayarlayabilir ya da yukarıda kendi anahtarlarınızı seçin.`,

  steps: 'Anahtarlar nasıl alınır',
  openConsole: (service) => `${service} konsolunu aç`,
  howTo: {
    google: [
      '“Web uygulaması” türünde bir OAuth istemcisi oluşturun.',
      'Aşağıdaki yönlendirme adresini yetkili yönlendirme URI’larına ekleyin.',
      'Onay ekranını yayımlayın; yoksa yalnızca test kullanıcılarınız girebilir.',
    ],
    facebook: [
      '“Facebook ile Giriş’i kullanarak kimlik doğrulama” kullanım durumuyla bir uygulama oluşturun.',
      'Aşağıdaki yönlendirme adresini geçerli OAuth yönlendirme URI’larına ekleyin, email iznini de verin.',
      'Uygulamayı canlıya alın. Kimlik ve gizli anahtar, Uygulama ayarları, Temel bölümündedir.',
    ],
    apple: [
      '“Sign in with Apple” için bir Services ID oluşturun; tanımlayıcısı istemci kimliğidir.',
      'Alan adınızı ve aşağıdaki yönlendirme adresini Return URL’lere ekleyin.',
      '“Sign in with Apple” için bir anahtar oluşturup .p8 dosyasını indirin: Apple onu bir kez verir.',
    ],
    github: [
      'Bir OAuth uygulaması oluşturun; ana sayfası sitenizdir.',
      '“Authorization callback URL” aşağıdaki yönlendirme adresidir.',
      'Bir istemci gizli anahtarı üretin: GitHub onu bir kez gösterir.',
    ],
    x: [
      'Bir uygulama oluşturun ve kullanıcı kimlik doğrulamasında “Web App”i, yani gizli istemciyi seçin.',
      'Geri çağırma adresi aşağıdaki yönlendirme adresidir.',
      'API anahtarını değil, OAuth 2.0’ın istemci kimliğini ve gizli anahtarını alın.',
    ],
  },
  redirect: 'Yönlendirme adresi',
  copyRedirect: 'Yönlendirme adresini kopyala',

  clientId: 'İstemci kimliği',
  servicesId: 'İstemci kimliği (Services ID)',
  clientSecret: 'İstemci gizli anahtarı',
  teamId: 'Ekip kimliği (Team ID)',
  keyId: 'Anahtar kimliği (Key ID)',
  tenCharacters: 'On büyük harf ve rakam.',
  privateKey: 'Özel anahtar (.p8)',
  privateKeyHint: 'Dosyanın tüm metni, BEGIN’den END’e kadar.',
  secretSaved: 'Kaydedildi ve bir daha gösterilmez. Buraya yazdığınız onun yerine geçer.',
  secretNew: 'Şifrelenmiş saklanır ve bir daha gösterilmez.',
  forget: 'Bu anahtarları sil',
  forgetTitle: (service) => `${service} anahtarları silinsin mi?`,
  forgetText: 'Bu giriş kapatılır. Oturumu açık üyelerin oturumu, süresi bitene kadar açık kalır.',

  test: 'Girişi dene',
  testHint:
    'Hizmeti ziyaretçilerin gördüğü gibi açar ve verdiği yanıtı burada gösterir. Kimse giriş yapmış olmaz.',
  testWaiting: 'Öteki pencere bekleniyor.',
  testBlocked: 'Tarayıcı pencereyi engelledi. Bu sayfa için açılır pencerelere izin verip yeniden deneyin.',
  testClosed: 'Hizmet yanıt vermeden pencere kapatıldı.',
  testWorked: 'Giriş çalışıyor. Hizmetin verdiği bilgiler:',
  testFailed: 'Giriş henüz çalışmıyor.',
  testAnswer: 'Hizmetin yanıtı:',
  fields: { id: 'Kimlik', name: 'Ad', username: 'Kullanıcı adı', email: 'E-posta' },
  verified: 'doğrulanmış',
  unverified: 'doğrulanmamış',
  notSaid: 'Belirtilmedi',

  problems: {
    login_keys_missing: 'Bu giriş anahtarlar olmadan açılamaz. Önce anahtarları girip kaydedin.',
    login_private_key_invalid: 'Bu, Apple’ın özel anahtarı değil. .p8 dosyasının tüm metnini yapıştırın.',
    login_cancelled: 'Giriş öteki pencerede onaylanmadı.',
    login_failed: 'Hizmet girişi onaylamadı. Çoğunlukla gizli anahtar ya da yönlendirme adresi yanlıştır.',
    login_expired: 'Giriş çok uzun sürdü. Yeniden başlatın.',
    login_state_invalid: 'Bu giriş çoktan bitti. Yeniden başlatın.',
    login_browser_mismatch:
      'Tarayıcı çerezimizi saklamadı. Bu adres için çerezlere izin verip yeniden deneyin.',
  },
}
