import type { Messages } from '../en.ts'

export const reportMetricsTr: Messages['reports']['metrics'] = {
  started: { name: 'Başlayan', definition: 'Başlangıç zamanına göre yeni ve yeniden açılan konuşmalar.' },
  reopened: { name: 'Yeniden açılan', definition: 'Kapatıldıktan sonra yeniden açılan konuşmalar.' },
  closed: { name: 'Kapatılan', definition: 'Kapatıldıkları zamana göre konuşmalar.' },
  unanswered: {
    name: 'Yanıtsız',
    definition: 'Müşterinin yazdığı ama yanıt almadığı, kapatılmış konuşmalar.',
  },
  ai_only: {
    name: 'Yalnızca yapay zekâ',
    definition: 'Yapay zekâ temsilcisinin yanıtladığı, hiçbir insanın yanıtlamadığı kapatılmış konuşmalar.',
  },
  first_response: {
    name: 'İlk yanıt',
    definition: 'Konuşmanın başlangıcından bir insanın ilk yanıtına kadar geçen süre.',
  },
  ai_first_response: {
    name: 'İlk yanıt, yapay zekâ',
    definition:
      'Konuşmanın başlangıcından yapay zekâ temsilcisinin ilk yanıtına kadar geçen süre; önce bir insan yanıtladıysa sayılmaz.',
  },
  reply_time: {
    name: 'Yanıt süresi',
    definition:
      'Müşterinin yanıtsız ilk mesajından bir insanın yanıtına kadar geçen süre, her bekleyiş için.',
  },
  ai_reply_time: {
    name: 'Yanıt süresi, yapay zekâ',
    definition:
      'Müşterinin yanıtsız ilk mesajından yapay zekâ temsilcisinin yanıtına kadar geçen süre, her bekleyiş için.',
  },
  resolution: {
    name: 'Çözüm',
    definition:
      'Konuşmanın başlangıcından kapatılmasına kadar geçen süre; yeniden açılınca yeni bir ölçüm başlar.',
  },
  handling: {
    name: 'İşlem süresi',
    definition:
      'Kapatılmış bir konuşmanın bir temsilciye atanmış olduğu süre; ertelemeler ve müşterinin 10 dakikayı aşan sessizliği sayılmaz.',
  },
  assigned: { name: 'Atanan', definition: 'Konuşmaların bir temsilciye kaç kez atandığı.' },
  calls: { name: 'Çağrılar', definition: 'Başlangıç zamanına göre biten çağrılar.' },
  calls_answered: {
    name: 'Yanıtlanan çağrılar',
    definition: 'Bir temsilcinin bağlandığı, biten çağrılar.',
  },
  calls_missed: { name: 'Cevapsız çağrılar', definition: 'Hiçbir temsilcinin bağlanmadığı, biten çağrılar.' },
  call_wait: {
    name: 'Yanıt bekleme',
    definition: 'Çağrının başlangıcından yanıtlanmasına kadar geçen süre.',
  },
  call_missed_wait: {
    name: 'Cevapsız bekleme',
    definition: 'Kimsenin yanıtlamadığı bir çağrının başlangıcından bitişine kadar geçen süre.',
  },
  call_talk: {
    name: 'Konuşma süresi',
    definition: 'Çağrının yanıtlanmasından bitişine kadar geçen süre.',
  },
  rating: {
    name: 'Puan',
    definition: 'Müşterilerin 1 ile 5 arasındaki son puanlarının ortalaması, ilk puanın zamanına göre.',
  },
  rating_1: { name: '1 puan', definition: 'En kötü puan olan 1 verilen değerlendirmeler.' },
  rating_2: { name: '2 puan', definition: '2 puan verilen değerlendirmeler.' },
  rating_3: { name: '3 puan', definition: '3 puan verilen değerlendirmeler.' },
  rating_4: { name: '4 puan', definition: '4 puan verilen değerlendirmeler.' },
  rating_5: { name: '5 puan', definition: 'En iyi puan olan 5 verilen değerlendirmeler.' },
  wait: {
    name: 'Müşteri bekleyişi',
    definition:
      'Müşterinin yanıtsız ilk mesajından yanıta veya kapatmaya kadar geçen süre, bekleyişin başlangıcına göre.',
  },
  backlog_open: {
    name: 'Açık birikim',
    definition:
      'Ertelenmemiş açık konuşmalar, her tam saatte kaydedilir. Saatlerin medyanı; kaydı olmayan saatler boşluktur.',
  },
  backlog_unassigned: {
    name: 'Atanmamış birikim',
    definition: 'Açık konuşmalardan temsilcisi olmayanlar, her tam saatte.',
  },
  backlog_waiting: {
    name: 'Bekleyen birikim',
    definition: 'Açık konuşmalardan müşterisi yanıt bekleyenler, her tam saatte.',
  },
  online: {
    name: 'Çevrimiçi süre',
    definition: 'Temsilcilerin panele bağlı olduğu süre, birkaç saniyede bir kaydedilir.',
  },
  occupancy: {
    name: 'Doluluk',
    definition:
      'Temsilcinin şimdi kapanmış bir konuşmada çalıştığı ya da çağrıda olduğu sürenin çevrimiçi süreye oranı.',
  },
}
