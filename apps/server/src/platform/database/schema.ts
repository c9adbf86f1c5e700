/** The tables as Drizzle sees them; a test holds them against what the migrations made. */
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import {
  bigint,
  boolean,
  customType,
  date,
  inet,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity()
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
})

export const regions = pgTable('regions', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  position: integer('position').notNull(),
})
export const provinces = pgTable('provinces', {
  id: integer('id').primaryKey(),
  region_id: integer('region_id').notNull(),
  name: text('name').notNull(),
})
export const communes = pgTable('communes', {
  id: integer('id').primaryKey(),
  province_id: integer('province_id').notNull(),
  region_id: integer('region_id').notNull(),
  cut: text('cut').notNull(),
  name: text('name').notNull(),
})
export const nationalities = pgTable('nationalities', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  iso2: text('iso2'),
  iso_num: text('iso_num'),
  position: integer('position').notNull(),
})
export const forecasts = pgTable('forecasts', {
  id: integer('id').primaryKey(),
  nombre: text('nombre').notNull(),
  status: integer('status').notNull(),
  kind: text('kind').notNull(),
  minsal_eis_code: text('minsal_eis_code'),
  position: integer('position').notNull(),
})
export const genders = pgTable('genders', { id: integer('id').primaryKey(), name: text('name').notNull() })

export const relationshipTypes = pgTable('relationship_types', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  position: integer('position').notNull(),
  member_may_be_minor: boolean('member_may_be_minor').notNull(),
  leader_is_guardian: boolean('leader_is_guardian').notNull(),
  inverse: text('inverse'),
})

export const examRelationshipTypes = pgTable('exam_relationship_types', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
})

export const displayDurations = pgTable('display_durations', {
  id: integer('id').primaryKey(),
  category_id: integer('category_id').notNull(),
  category_name: text('category_name').notNull(),
  name_exam: text('name_exam').notNull(),
  day_withdrawal_portal: text('day_withdrawal_portal').notNull(),
  day_withdrawal: text('day_withdrawal').notNull(),
})

export const alertColors = pgTable('alert_colors', {
  id: integer('id').primaryKey(),
  color: text('color').notNull(),
  primary_code: text('primary_code').notNull(),
  secundary_code: text('secundary_code').notNull(),
})

export const files = pgTable('files', {
  id: id(),
  key: text('key').notNull(),
  purpose: text('purpose').notNull(),
  media_type: text('media_type').notNull(),
  bytes: integer('bytes').notNull(),
  sha256: bytea('sha256').notNull(),
  name: text('name').notNull(),
  created_at: at('created_at').notNull(),
})

export const people = pgTable('people', {
  id: id(),
  document_type_id: smallint('document_type_id').notNull(),
  document_number: text('document_number').notNull(),
  first_name: text('first_name').notNull(),
  last_name: text('last_name').notNull(),
  second_name: text('second_name').notNull().default(''),
  date_birth: date('date_birth', { mode: 'string' }),
  nationality_id: integer('nationality_id'),
  forecast_id: integer('forecast_id'),
  gender_id: integer('gender_id'),
  email: text('email'),
  address: text('address'),
  phone: text('phone'),
  commune_id: integer('commune_id'),
  image_store_id: integer('image_store_id'),
  image_store_passport: integer('image_store_passport'),
  image_store_passport_patient: integer('image_store_passport_patient'),
  status_passport: boolean('status_passport').notNull().default(false),
  rol: text('rol', { enum: ['STANDART_ROLE', 'ADMIN_ROLE', 'SUPER_ADMIN_ROLE'] }).notNull(),
  status: smallint('status').notNull(),
  opened_as_minor: boolean('opened_as_minor').notNull().default(false),
  password_hash: text('password_hash'),
  date_creation: at('date_creation').notNull().defaultNow(),
  updated_at: at('updated_at').notNull().defaultNow(),
  deleted_at: at('deleted_at'),
  without_account: boolean('without_account').notNull().default(false),
  names_proven: boolean('names_proven').notNull().default(false),
})

export const temporaryKeys = pgTable('temporary_keys', {
  person_id: integer('person_id').primaryKey(),
  hash: text('hash').notNull(),
  created_at: at('created_at').notNull(),
  expires_at: at('expires_at').notNull(),
})

export const sessions = pgTable('sessions', {
  id: id(),
  person_id: integer('person_id').notNull(),
  token_hash: bytea('token_hash').notNull(),
  temporary_key: boolean('temporary_key').notNull().default(false),
  idle_minutes: integer('idle_minutes').notNull(),
  created_at: at('created_at').notNull(),
  last_used_at: at('last_used_at').notNull(),
  expires_at: at('expires_at').notNull(),
  ended_at: at('ended_at'),
  ended_by: text('ended_by', { enum: ['signed-out', 'taken-over', 'password-changed', 'account-closed'] }),
  device_hash: bytea('device_hash'),
})

export const tries = pgTable('tries', {
  scope: text('scope').notNull(),
  subject: bytea('subject').notNull(),
  count: integer('count').notNull(),
  started_at: at('started_at').notNull(),
  ends_at: at('ends_at').notNull(),
})

export const auditEvents = pgTable('audit_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: at('at').notNull(),
  actor_id: integer('actor_id'),
  actor_role: text('actor_role').notNull(),
  action: text('action').notNull(),
  patient_id: integer('patient_id'),
  object: text('object'),
  outcome: text('outcome', { enum: ['done', 'refused'] })
    .notNull()
    .default('done'),
  ip: inet('ip'),
  request_id: text('request_id'),
  detail: jsonb('detail'),
})

export const outbox = pgTable('outbox', {
  id: id(),
  message_id: text('message_id').notNull(),
  template: text('template').notNull(),
  person_id: integer('person_id'),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  body_text: text('body_text').notNull(),
  body_html: text('body_html').notNull(),
  unsubscribe_url: text('unsubscribe_url'),
  appointment_id: integer('appointment_id'),
  state: text('state', { enum: ['queued', 'sending', 'sent', 'expired', 'parked'] })
    .notNull()
    .default('queued'),
  attempts: integer('attempts').notNull().default(0),
  claim: integer('claim').notNull().default(0),
  created_at: at('created_at').notNull(),
  next_attempt_at: at('next_attempt_at').notNull(),
  not_after: at('not_after'),
  claimed_until: at('claimed_until'),
  sent_at: at('sent_at'),
  last_error: text('last_error'),
})

export const favourites = pgTable('favourites', {
  id: id(),
  person_id: integer('person_id').notNull(),
  menu_id: text('menu_id').notNull(),
  name: text('name').notNull(),
  position: smallint('position').notNull(),
})

export const familyLinks = pgTable('family_links', {
  id: id(),
  leader_id: integer('leader_id').notNull(),
  member_id: integer('member_id').notNull(),
  relationship_type_id: integer('relationship_type_id').notNull(),
  state: text('state', { enum: ['pending', 'approved', 'ended'] }).notNull(),
  guardian_proof: text('guardian_proof', { enum: ['registry', 'staff'] }),
  guardian_confirmed_by: integer('guardian_confirmed_by'),
  guardian_denied: boolean('guardian_denied').notNull().default(false),
  may_book: boolean('may_book').notNull().default(true),
  created_at: at('created_at').notNull(),
  approved_at: at('approved_at'),
  ended_at: at('ended_at'),
})

export const familyRequests = pgTable('family_requests', {
  id: id(),
  family_id: integer('family_id').notNull(),
  applicant_id: integer('applicant_id').notNull(),
  request_status: smallint('request_status').notNull().default(0),
  legal_text_id: integer('legal_text_id'),
  created_at: at('created_at').notNull(),
  decided_at: at('decided_at'),
  decided_by: integer('decided_by'),
})

export const offices = pgTable('offices', {
  id: integer('id').primaryKey(),
  office_id: text('office_id').notNull(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  phone: text('phone').notNull(),
})

export const appointments = pgTable('appointments', {
  id: id(),
  patient_id: integer('patient_id').notNull(),
  professional_id: integer('professional_id'),
  rut_professional: text('rut_professional').notNull(),
  doctor_name: text('doctor_name').notNull(),
  specialty_code: integer('specialty_code').notNull(),
  specialty: text('specialty').notNull(),
  sub_context: text('sub_context').notNull(),
  office_id: integer('office_id').notNull(),
  place_care: text('place_care').notNull(),
  place_detail: text('place_detail').notNull(),
  modality: text('modality', { enum: ['presencial', 'telemedicina'] }).notNull(),
  starts_at: at('starts_at').notNull(),
  ends_at: at('ends_at').notNull(),
  reserved_group: text('reserved_group'),
  state: text('state', { enum: ['booked', 'cancelled'] }).notNull(),
  cancelled_at: at('cancelled_at'),
  booked_by: integer('booked_by'),
  created_at: at('created_at').notNull(),
})

export const exams = pgTable('exams', {
  id: id(),
  attention_number: text('attention_number').notNull(),
  patient_id: integer('patient_id').notNull(),
  type: text('type', { enum: ['laboratory', 'imaging'] }).notNull(),
  panel_code: text('panel_code'),
  type_exam: text('type_exam').notNull(),
  doctor_solicite: text('doctor_solicite').notNull(),
  type_patient: text('type_patient').notNull(),
  taken_at: at('taken_at').notNull(),
  reserved_group: text('reserved_group'),
  shown: boolean('shown').notNull().default(true),
  file_id: integer('file_id'),
  created_at: at('created_at').notNull(),
  announced_at: at('announced_at').defaultNow(),
  status: text('status', { enum: ['preliminary', 'final', 'amended', 'corrected', 'appended'] })
    .notNull()
    .default('final'),
  conclusion: text('conclusion'),
  corrected_at: at('corrected_at'),
  announce_correction: boolean('announce_correction').notNull().default(false),
})

export const examResults = pgTable('exam_results', {
  exam_id: integer('exam_id').notNull(),
  position: smallint('position').notNull(),
  patient_id: integer('patient_id').notNull(),
  taken_at: at('taken_at').notNull(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  loinc: text('loinc'),
  value: numeric('value', { mode: 'number' }),
  text: text('text'),
  unit: text('unit'),
  ucum: text('ucum'),
  decimals: smallint('decimals').notNull().default(0),
  low: numeric('low', { mode: 'number' }),
  high: numeric('high', { mode: 'number' }),
  reference_text: text('reference_text'),
  reserved_group: text('reserved_group'),
  shown: boolean('shown').notNull().default(true),
  reported: jsonb('reported').$type<ReportedResult>(),
  earlier: jsonb('earlier')
    .$type<{ name: string; reported: ReportedResult; replaced_at: string }[]>()
    .notNull()
    .default([]),
})

export const alerts = pgTable('alerts', {
  id: id(),
  name: text('name').notNull(),
  text: text('text').notNull(),
  color_id: integer('color_id').notNull(),
  status_id: smallint('status_id').notNull(),
  updated_at: at('updated_at').notNull().defaultNow(),
})

export const ads = pgTable('ads', {
  id: id(),
  title: text('title').notNull().default(''),
  image: text('image').notNull(),
  url: text('url').notNull(),
  from_age: integer('from_age').notNull(),
  to_age: integer('to_age').notNull(),
  gender_id: integer('gender_id').notNull(),
  order_advertising: integer('order_advertising').notNull(),
  status: boolean('status').notNull(),
  updated_at: at('updated_at').notNull().defaultNow(),
})
