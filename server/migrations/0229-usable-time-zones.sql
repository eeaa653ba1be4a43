-- A name that this database knows for a time zone of business hours, or null. Packages of PostgreSQL may lack the zones that IANA has renamed,
-- but browsers still report their former names. Abbreviations (IST) mean other zones in PostgreSQL than in browsers.
create function usable_time_zone(wanted text) returns text language plpgsql stable as $$
declare
  renamed constant text := '{
    "africa/asmera": "Africa/Asmara", "africa/timbuktu": "Africa/Bamako",
    "america/argentina/comodrivadavia": "America/Argentina/Catamarca", "america/atka": "America/Adak",
    "america/buenos_aires": "America/Argentina/Buenos_Aires", "america/catamarca": "America/Argentina/Catamarca",
    "america/coral_harbour": "America/Atikokan", "america/cordoba": "America/Argentina/Cordoba",
    "america/ensenada": "America/Tijuana", "america/fort_wayne": "America/Indiana/Indianapolis",
    "america/godthab": "America/Nuuk", "america/indianapolis": "America/Indiana/Indianapolis",
    "america/jujuy": "America/Argentina/Jujuy", "america/knox_in": "America/Indiana/Knox",
    "america/louisville": "America/Kentucky/Louisville", "america/mendoza": "America/Argentina/Mendoza",
    "america/montreal": "America/Toronto", "america/nipigon": "America/Toronto",
    "america/pangnirtung": "America/Iqaluit", "america/porto_acre": "America/Rio_Branco",
    "america/rainy_river": "America/Winnipeg", "america/rosario": "America/Argentina/Cordoba",
    "america/santa_isabel": "America/Tijuana", "america/shiprock": "America/Denver",
    "america/thunder_bay": "America/Toronto", "america/virgin": "America/St_Thomas",
    "america/yellowknife": "America/Edmonton", "antarctica/south_pole": "Antarctica/McMurdo",
    "asia/ashkhabad": "Asia/Ashgabat", "asia/calcutta": "Asia/Kolkata", "asia/choibalsan": "Asia/Ulaanbaatar",
    "asia/chongqing": "Asia/Shanghai", "asia/chungking": "Asia/Shanghai", "asia/dacca": "Asia/Dhaka",
    "asia/harbin": "Asia/Shanghai", "asia/istanbul": "Europe/Istanbul", "asia/kashgar": "Asia/Urumqi",
    "asia/katmandu": "Asia/Kathmandu", "asia/macao": "Asia/Macau", "asia/rangoon": "Asia/Yangon",
    "asia/saigon": "Asia/Ho_Chi_Minh", "asia/tel_aviv": "Asia/Jerusalem", "asia/thimbu": "Asia/Thimphu",
    "asia/ujung_pandang": "Asia/Makassar", "asia/ulan_bator": "Asia/Ulaanbaatar",
    "atlantic/faeroe": "Atlantic/Faroe", "atlantic/jan_mayen": "Arctic/Longyearbyen",
    "australia/act": "Australia/Sydney", "australia/canberra": "Australia/Sydney",
    "australia/currie": "Australia/Hobart", "australia/lhi": "Australia/Lord_Howe",
    "australia/nsw": "Australia/Sydney", "australia/north": "Australia/Darwin",
    "australia/queensland": "Australia/Brisbane", "australia/south": "Australia/Adelaide",
    "australia/tasmania": "Australia/Hobart", "australia/victoria": "Australia/Melbourne",
    "australia/west": "Australia/Perth", "australia/yancowinna": "Australia/Broken_Hill",
    "brazil/acre": "America/Rio_Branco", "brazil/denoronha": "America/Noronha", "brazil/east": "America/Sao_Paulo",
    "brazil/west": "America/Manaus", "cet": "Europe/Brussels", "cst6cdt": "America/Chicago",
    "canada/atlantic": "America/Halifax", "canada/central": "America/Winnipeg",
    "canada/eastern": "America/Toronto", "canada/mountain": "America/Edmonton",
    "canada/newfoundland": "America/St_Johns", "canada/pacific": "America/Vancouver",
    "canada/saskatchewan": "America/Regina", "canada/yukon": "America/Whitehorse",
    "chile/continental": "America/Santiago", "chile/easterisland": "Pacific/Easter", "cuba": "America/Havana",
    "eet": "Europe/Athens", "est": "America/Panama", "est5edt": "America/New_York", "egypt": "Africa/Cairo",
    "eire": "Europe/Dublin", "etc/gmt": "UTC", "etc/gmt+0": "UTC", "etc/gmt-0": "UTC", "etc/gmt0": "UTC",
    "etc/greenwich": "UTC", "etc/uct": "UTC", "etc/utc": "UTC", "etc/universal": "UTC", "etc/zulu": "UTC",
    "europe/belfast": "Europe/London", "europe/kiev": "Europe/Kyiv", "europe/nicosia": "Asia/Nicosia",
    "europe/tiraspol": "Europe/Chisinau", "europe/uzhgorod": "Europe/Kyiv", "europe/zaporozhye": "Europe/Kyiv",
    "gb": "Europe/London", "gb-eire": "Europe/London", "gmt": "UTC", "gmt+0": "UTC", "gmt-0": "UTC", "gmt0": "UTC",
    "greenwich": "UTC", "hst": "Pacific/Honolulu", "hongkong": "Asia/Hong_Kong", "iceland": "Atlantic/Reykjavik",
    "iran": "Asia/Tehran", "israel": "Asia/Jerusalem", "jamaica": "America/Jamaica", "japan": "Asia/Tokyo",
    "kwajalein": "Pacific/Kwajalein", "libya": "Africa/Tripoli", "met": "Europe/Brussels",
    "mst": "America/Phoenix", "mst7mdt": "America/Denver", "mexico/bajanorte": "America/Tijuana",
    "mexico/bajasur": "America/Mazatlan", "mexico/general": "America/Mexico_City", "nz": "Pacific/Auckland",
    "nz-chat": "Pacific/Chatham", "navajo": "America/Denver", "prc": "Asia/Shanghai",
    "pst8pdt": "America/Los_Angeles", "pacific/enderbury": "Pacific/Kanton",
    "pacific/johnston": "Pacific/Honolulu", "pacific/ponape": "Pacific/Pohnpei",
    "pacific/samoa": "Pacific/Pago_Pago", "pacific/truk": "Pacific/Chuuk", "pacific/yap": "Pacific/Chuuk",
    "poland": "Europe/Warsaw", "portugal": "Europe/Lisbon", "roc": "Asia/Taipei", "rok": "Asia/Seoul",
    "singapore": "Asia/Singapore", "turkey": "Europe/Istanbul", "uct": "UTC", "us/alaska": "America/Anchorage",
    "us/aleutian": "America/Adak", "us/arizona": "America/Phoenix", "us/central": "America/Chicago",
    "us/east-indiana": "America/Indiana/Indianapolis", "us/eastern": "America/New_York",
    "us/hawaii": "Pacific/Honolulu", "us/indiana-starke": "America/Indiana/Knox", "us/michigan": "America/Detroit",
    "us/mountain": "America/Denver", "us/pacific": "America/Los_Angeles", "us/samoa": "Pacific/Pago_Pago",
    "universal": "UTC", "w-su": "Europe/Moscow", "wet": "Europe/Lisbon", "zulu": "UTC"
  }'::jsonb ->> lower(wanted);
  candidate text;
begin
  if upper(wanted) = 'UTC' then
    return 'UTC';
  end if;
  -- PostgreSQL would read SystemV/EST5EDT, which it does not know, as a rule.
  foreach candidate in array array[case when wanted like '%/%' and wanted not ilike 'SystemV/%' then wanted end, renamed] loop
    begin
      if now() at time zone candidate is not null then
        return candidate;
      end if;
    exception when invalid_parameter_value then
    end;
  end loop;
  return null;
end
$$;

-- The time zone may have been saved before the database lost it. Reports then have the days of UTC.
create or replace view organization_hours as
  select organization_id, updated_at, enabled, coalesce(usable_time_zone(time_zone), 'UTC') as time_zone, week, exceptions
  from business_hours where is_default;
