import type { CallHelpMessages } from './messages.ts'

export const messages: CallHelpMessages = {
  dismissed: 'Tarayıcınız sorduğunda “İzin ver”i seçin.',
  denied_other: 'Tarayıcınızın ayarlarında bu sayfa için mikrofona izin verin.',
  denied_chrome: 'Adresin yanındaki simgeye tıklayıp mikrofona izin verin, sonra yeniden deneyin.',
  denied_firefox: 'Adresin yanındaki üstü çizili mikrofona tıklayıp engeli kaldırın, sonra yeniden deneyin.',
  denied_safari: 'Menüden Safari > Ayarlar > Web Siteleri > Mikrofon’u seçip bu sayfaya izin verin.',
  denied_safari_ios:
    'Adresin yanındaki sayfa menüsüne, sonra Web Sitesi Ayarları’na dokunup mikrofona izin verin.',
  page: 'Bu sayfa mikrofon kullanımına izin vermiyor. Bunun yerine bize yazın.',
  system:
    'Sisteminiz tarayıcının mikrofonu kullanmasına izin vermiyor. Sistemin gizlilik ayarlarından izin verin.',
  missing: 'Mikrofon bulunamadı. Bir mikrofon bağlayıp yeniden deneyin.',
  in_use: 'Mikrofon açılmıyor. Onu kullanıyor olabilecek programları kapatıp yeniden deneyin.',
  ended: 'Mikrofon çıkarıldı. Başka bir mikrofon seçin.',
  insecure:
    'Bu uygulama sayfaların mikrofonu kullanmasına izin vermiyor. Aramak için sayfayı tarayıcınızda açın.',
  camera: 'Kameranız açılamadı. Arama görüntüsüz devam ediyor.',
  unheard: 'Beni neden duyamıyorlar?',
  unheardHelp:
    'Konuşun ve çubuğu izleyin. Hareket etmiyorsa başka bir mikrofon seçin ya da kulaklığınızın sessiz düğmesini denetleyin. Hareket ediyorsa ses karşı tarafta kapalıdır.',
  media_failed: 'Bir güvenlik duvarı ya da VPN aramayı engelliyor olabilir. Başka bir ağ deneyin.',

  askCallBack: 'Geri aranmak istiyorum',
  cancelCallBack: 'İsteği iptal et',
  willCall: 'Size geri döneceğiz.',
  callMeBack: 'Lütfen beni geri arayın.',
  tooOften: 'Çok fazla arama yapıldı. Biraz bekleyip yeniden deneyin.',
  unreachable: 'Şu anda bize ulaşılamıyor.',
}
