import type { Messages } from '../en.ts'

export const loginProblemsTr: Messages['loginProblems'] = {
  title: 'Giriş sorunları',
  lead: 'Bu widget’ın reddettiği jetonlar, en yenisi üstte, ve yapılması gerekenler. Jetonların kendisi hiçbir yerde saklanmaz.',
  none: 'Reddedilen jeton yok.',
  times: (count) => `${count} kez`,
  noPage: 'tarayıcıdan gelmedi',
  ofWidget: 'şu widget için:',
  cures: {
    token_too_long:
      'Jeton 8192 karakterden uzun. İçine yalnızca belgelerdeki alanları koyun, resim koymayın.',
    token_malformed: 'Bu bir JWT değil. JWT kitaplığınızın verdiği metni olduğu gibi döndürün.',
    token_alg_not_allowed: 'Jeton HS256 ile imzalanmamış. JWT kitaplığınızın algoritmasını ayarlayın.',
    token_pid_mismatch: 'pid alanı başka bir widget’ı gösteriyor. Yukarıdaki sağlayıcı kimliğini kullanın.',
    bad_signature:
      'Jeton bu widget’ın geçerli bir gizli anahtarıyla imzalanmamış. Anahtarı eksiksiz olarak sunucunuzun ayarlarına yeniden kopyalayın.',
    token_type_invalid: 'type alanı yok ya da farklı. Değerini user yapın.',
    token_uid_invalid: 'uid alanı 1–255 karakterlik metin olmalı. Sayısal kimliği metin olarak gönderin.',
    token_exp_missing: 'exp alanı yok. İçerikte iat + 3600 yapın.',
    token_exp_invalid: 'exp alanı Unix saniyesi cinsinden tam sayı olmalı; metin ya da kesir olamaz.',
    token_expired: 'Jetonun süresi dolmuştu. getToken yenisini alsın; sunucunuzun saatini de denetleyin.',
    token_exp_too_far:
      'Jeton bir saatten uzun süre geçerli. exp değerini iat + 3600 yapın; milisaniye değil, saniye.',
    token_iat_invalid:
      'iat alanı şimdiki zaman olmalı, tam Unix saniyesi olarak. Sunucunuzun saatini denetleyin.',
    token_nbf_invalid:
      'Jeton henüz geçerli değil: nbf alanı gelecekte. Sunucunuzun saatini denetleyin veya nbf’yi çıkarın.',
    cnf_missing: 'cnf.jkt alanı yok. getToken’ın aldığı jkt değerini oraya kopyalayın.',
    key_mismatch:
      'Jeton başka bir tarayıcı için yapılmış. Jetonları sayfada ya da sunucuda saklamayın: her jkt için yenisini imzalayın.',
    account_closed: 'Üye, bu jeton yapıldıktan sonra hesabını kapatmış. Yeniden giriş yapmak hesabı açar.',
  },
}
