/** Every variable with its purpose and its default. `docs/operations/configuration.md` and `.env.example` are generated from this list. */
export const variables = {
  PORT: { fallback: '3000', meaning: 'Port the server listens on' },
  HOST: { fallback: '127.0.0.1', meaning: 'Address it listens on' },
  PUBLIC_URL: { fallback: 'http://HOST:PORT', meaning: 'Address at which users open the portal' },
  TRUST_PROXY: {
    fallback: 'off',
    meaning:
      'Trusted reverse proxies: their addresses or networks, separated by commas, or the number of proxies in a row; `on` means 1',
  },
  DATA_DIR: {
    fallback: './data',
    meaning:
      'Folder for the embedded PostgreSQL and for files; `./data-NAME` if `DEMO_CLINIC` names another clinic; a folder in `/var/lib/mi-portal-root` if root starts the portal in a folder that others may not enter, such as `/root`',
  },
  DATABASE_URL: {
    fallback: '',
    meaning: 'PostgreSQL 15 or newer; absent: the embedded PostgreSQL in `DATA_DIR`',
  },
  MIGRATION_DATABASE_URL: {
    fallback: 'DATABASE_URL',
    meaning: 'Connection of the role that owns the tables; used for migrations',
  },
  SMTP_URL: { fallback: '', meaning: 'Mail server; absent: e-mails wait in the outbox' },
  MAIL_FROM: {
    fallback: '',
    meaning: 'Sender address of e-mails; absent: the address of customer service in the clinic package',
  },
  FILES_URL: {
    fallback: 'DATA_DIR/files',
    meaning: 'Where files are stored: a folder, or `s3://bucket/prefix?endpoint=https://…&region=…`',
  },
  AWS_ACCESS_KEY_ID: {
    fallback: '',
    meaning: 'Access key of the bucket, unless `FILES_URL` contains it (`s3://KEY:SECRET@bucket`)',
  },
  AWS_SECRET_ACCESS_KEY: { fallback: '', meaning: 'Secret of that access key' },
  SCANNER_URL: {
    fallback: '',
    meaning:
      'ClamAV daemon that scans uploaded files: `clamd:///run/clamav/clamd.ctl` (a socket) or `clamd://127.0.0.1:3310`; absent: files are not scanned',
  },
  SECRET_KEY: {
    fallback: '',
    meaning: 'Secret of at least 32 characters; created in `DATA_DIR` only with the embedded PostgreSQL',
  },
  SECRET_KEY_PREVIOUS: {
    fallback: '',
    meaning:
      'Earlier values of `SECRET_KEY`, separated by commas; data that was encrypted or signed with them can still be read',
  },
  AUDIT_STREAM: {
    fallback: '',
    meaning:
      'System that also receives the audit log: `syslog://host:514` (UDP), `syslog+tcp://host:601`, `syslog+tls://host:6514` or `https://…`',
  },
  AUDIT_STREAM_SECRET: {
    fallback: '',
    meaning: 'Secret of at least 32 characters that signs requests to an `https:` address in `AUDIT_STREAM`',
  },
  DEMO: {
    fallback: 'auto',
    meaning:
      '`true` loads the demonstration clinic; by default only with the embedded PostgreSQL, a `PUBLIC_URL` on this machine, no proxy and no `NODE_ENV=production`',
  },
  DEMO_PUBLIC: {
    fallback: 'no',
    meaning:
      '`yes` allows a demonstration at a public `PUBLIC_URL`: passwords are random and printed once, and no page shows the e-mails',
  },
  DEMO_CLINIC: {
    fallback: '',
    meaning:
      'Clinic of the demonstration, `demonstration` or `tres-sedes`, as `npm start -- --clinic NAME` sets it; absent: the one in the database, or `demonstration`',
  },
  DEMO_NOW: {
    fallback: '',
    meaning:
      'Time at which the clock of a demonstration on this machine starts, such as `2026-11-24T10:30:00-03:00`, so that tests do not depend on the day; absent: the present time',
  },
  IDENTITY_CHECK: {
    fallback: '',
    meaning: 'Identity check: `embedded`, `oidc` or `staff`; absent: as chosen in «Puesta en marcha»',
  },
  OIDC_ISSUER: { fallback: '', meaning: 'OpenID Connect issuer, for the identity check `oidc`' },
  OIDC_CLIENT_ID: { fallback: '', meaning: 'OpenID Connect client identifier' },
  OIDC_CLIENT_SECRET: { fallback: '', meaning: 'Secret of the OpenID Connect client' },
  IDENTITY_WINDOW: { fallback: 'popup', meaning: 'Where the identity check opens: `popup` or `page`' },
  CIVIL_REGISTRY_URL: {
    fallback: '',
    meaning:
      'Base address of an external civil registry; absent: the embedded one, which `npm run portal -- registry:import` fills',
  },
  CIVIL_REGISTRY_TOKEN: { fallback: '', meaning: 'Bearer token for that registry' },
  CLINICAL_ARCHIVE_URL: {
    fallback: '',
    meaning:
      'Base address of a FHIR R4 server with appointments and exams, read in addition to the embedded archive; absent: the embedded archive only',
  },
  CLINICAL_ARCHIVE_TOKEN: {
    fallback: '',
    meaning: 'Static bearer token for that server, if `CLINICAL_ARCHIVE_TOKEN_URL` is absent',
  },
  CLINICAL_ARCHIVE_TOKEN_URL: {
    fallback: '',
    meaning: 'Token endpoint of its authorization server (OAuth 2 client credentials)',
  },
  CLINICAL_ARCHIVE_CLIENT_ID: { fallback: '', meaning: 'Client identifier at that token endpoint' },
  CLINICAL_ARCHIVE_CLIENT_SECRET: { fallback: '', meaning: 'Secret of that client' },
  CLINICAL_ARCHIVE_SCOPE: {
    fallback: 'system/*.read system/Appointment.write',
    meaning: 'OAuth 2 scopes to request; `none` requests no scope',
  },
  CLINICAL_ARCHIVE_RUN_SYSTEM: {
    fallback: '',
    meaning:
      '`identifier.system` of RUNs at that server, if its identifiers have no CL Core type; absent: the type decides',
  },
  CLINICAL_ARCHIVE_DOCUMENTS: {
    fallback: '',
    meaning:
      'Other origins from which PDFs of that server are downloaded, separated by commas: `https://storage.clinica.example`. The token is not sent to them',
  },
  CLINICAL_ARCHIVE_NEWS: {
    fallback: 'on',
    meaning:
      '`on` checks that server every minute for new reports and changed appointments and notifies patients; `off` does not',
  },
  IMAGES_URL: {
    fallback: '',
    meaning:
      'Base address of DICOMweb of the image archive (PACS), such as `https://pacs.clinica.example/dicom-web`; absent: the images that `npm run portal -- images:add` stored in the portal',
  },
  IMAGES_USER: { fallback: '', meaning: 'User name for that archive (HTTP basic authentication)' },
  IMAGES_PASSWORD: { fallback: '', meaning: 'Password of that user' },
  IMAGES_TOKEN_URL: {
    fallback: '',
    meaning: 'Token endpoint of its authorization server (OAuth 2 client credentials), instead of a user',
  },
  IMAGES_CLIENT_ID: { fallback: '', meaning: 'Client identifier at that token endpoint' },
  IMAGES_CLIENT_SECRET: { fallback: '', meaning: 'Secret of that client' },
  IMAGES_SCOPE: { fallback: '', meaning: 'OAuth 2 scopes to request; absent: none' },
  SCHEDULING_URL: {
    fallback: '',
    meaning: 'Public address of an external scheduling service; absent: the embedded one',
  },
  SCHEDULING_SECRET: {
    fallback: '',
    meaning: 'Secret of at least 32 characters shared with the service at `SCHEDULING_URL`',
  },
  SCHEDULING_PARTNERS: {
    fallback: '',
    meaning:
      'Portals that book in the calendars of this portal, separated by commas: the `PUBLIC_URL` of each and its own secret of at least 32 characters, as in `https://portal.clinica.example=SECRET`',
  },
  SCHEDULING_NAME: {
    fallback: '',
    meaning: 'Name of the service at `SCHEDULING_URL` on the screens of staff; absent: a general name',
  },
  SCHEDULING_WEB_URL: { fallback: 'PUBLIC_URL/reservas', meaning: 'Address of the booking pages' },
  OPEN_HOURS: { fallback: '6', meaning: 'Maximum number of upcoming appointments per patient and specialty' },
  PUSH_SERVICES: {
    fallback: 'fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,notify.windows.com',
    meaning:
      'Hosts of the push services to which messages for browsers are sent, separated by commas, with their subdomains; `off`: no push messages',
  },
  TEXT_MESSAGES_URL: {
    fallback: '',
    meaning:
      'Base address of the gateway that sends SMS and WhatsApp messages (docs/integration/text-messages.md); absent: patients are not offered them',
  },
  TEXT_MESSAGES_KEY: { fallback: '', meaning: 'Bearer token of the portal at that gateway' },
  TEXT_MESSAGES_REPORT_SECRET: {
    fallback: '',
    meaning: 'Secret of at least 32 characters with which the gateway signs delivery reports',
  },
  TEXT_MESSAGES_CHANNELS: {
    fallback: 'sms',
    meaning: 'What the gateway sends: `sms`, `whatsapp` or `sms,whatsapp`',
  },
  TEXT_MESSAGES_SENDER: {
    fallback: '',
    meaning: 'Sender that the portal asks the gateway to use; absent: the one of the gateway',
  },
  TEXT_MESSAGES_DAY: {
    fallback: '2000',
    meaning: 'Most text messages of the installation in a day; after that the next channel is used',
  },
  TEXT_MESSAGES_MONTH: {
    fallback: '30000',
    meaning: 'Most text messages of the installation in a calendar month',
  },
  TEXT_MESSAGES_PERSON: {
    fallback: '5',
    meaning: 'Most text messages about notifications of one patient in a day',
  },
  NOTIFICATION_MINUTES: {
    fallback: '60',
    meaning:
      'Minutes until the next channel is used while a notification is unread, for patients who chose one channel after the other',
  },
  TELEMEDICINE_URL: {
    fallback: '',
    meaning:
      'Address of video visits, shown from 15 minutes before the start; `{id_appointment}` and `{rut_professional}` in it are replaced by the values of the appointment',
  },
  STAFF_SECOND_FACTOR: {
    fallback: 'required',
    meaning:
      'Second factor for staff: `required` or `offered`; the demonstration offers it unless this is given',
  },
  AGE_RESERVE: { fallback: '14', meaning: 'Age from which some results are kept from guardians' },
  AGE_PAEDIATRIC: { fallback: '15', meaning: 'Age below which patients are treated by paediatrics' },
  AGE_CONSENT: { fallback: '16', meaning: 'Age from which a minor gives consent without a guardian' },
  AGE_ADULT: { fallback: '18', meaning: 'Age of majority' },
  FREE_SPACE_MIN: { fallback: '1GB', meaning: 'Free disk space below which uploads are rejected' },
  SLOW_STATEMENT_MS: {
    fallback: '1000',
    meaning: 'Duration in milliseconds from which a SQL statement is logged as slow; `0` logs none',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: '',
    meaning: 'Collector that receives traces by OTLP over HTTP; absent: no traces are recorded',
  },
  OTEL_TRACES_SAMPLER_ARG: { fallback: '1', meaning: 'Share of requests that are traced, from 0 to 1' },
  LIMITS: {
    fallback: '',
    meaning:
      'Rate limits that differ from the default, for example `sign-in-address=300 draft=40`; the error for an unknown name lists all names',
  },
  LIMITS_FACTOR: {
    fallback: '1',
    meaning: 'Multiplies every rate limit; values above 1 are for failure tests and benchmarks only',
  },
  KEEP_PASSPORT_DAYS: {
    fallback: '30',
    meaning: 'Days that photos of identity documents are stored after the decision',
  },
  KEEP_DRAFTS_DAYS: {
    fallback: '30',
    meaning: 'Days that unfinished registrations, identity checks and changes of e-mail address are stored',
  },
  KEEP_SESSIONS_DAYS: { fallback: '30', meaning: 'Days that ended sessions are stored' },
  KEEP_SHARES_DAYS: { fallback: '180', meaning: 'Days that links to shared exams are stored after they end' },
  KEEP_MAIL_TEXTS_DAYS: { fallback: '30', meaning: 'Days that the text of an e-mail is stored' },
  KEEP_MAILS_DAYS: {
    fallback: '180',
    meaning: 'Days that the record of an e-mail without its text is stored',
  },
  KEEP_EXPORT_HOURS: { fallback: '24', meaning: 'Hours that a data export can be downloaded' },
  METRICS: { fallback: 'off', meaning: '`on` publishes `/metrics` to this machine' },
  METRICS_TOKEN: {
    fallback: '',
    meaning: 'The token with which other machines read `/metrics`, at least 32 characters',
  },
  LOG_LEVEL: {
    fallback: 'info',
    meaning: 'Level of detail of the log: `silent`, `error`, `warn`, `info` or `debug`',
  },
} as const satisfies Record<string, { fallback: string; meaning: string }>

export type Name = keyof typeof variables

/** Variables that hold a secret. Each has a variant `NAME_FILE` with the path of a file that holds the value. */
export const secretVariables = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'SMTP_URL',
  'FILES_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'OIDC_CLIENT_SECRET',
  'CIVIL_REGISTRY_TOKEN',
  'CLINICAL_ARCHIVE_TOKEN',
  'CLINICAL_ARCHIVE_CLIENT_SECRET',
  'IMAGES_PASSWORD',
  'IMAGES_CLIENT_SECRET',
  'AUDIT_STREAM_SECRET',
  'SCHEDULING_SECRET',
  'METRICS_TOKEN',
  'SCHEDULING_PARTNERS',
  'TEXT_MESSAGES_KEY',
  'TEXT_MESSAGES_REPORT_SECRET',
] as const satisfies readonly Name[]
