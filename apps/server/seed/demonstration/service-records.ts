/** Records around the service: survey answers, failed mails, accesses, data rights requests, a breach. */
import { createHash, randomBytes } from 'node:crypto'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { type DataRight, extendedDue, getDueInstant } from '@mi-portal/contract/service-requests/data-rights'
import { addDays, type Day, toInstant } from '@mi-portal/contract/values/dates'
import { createClinicLookup } from './clinic-lookup.ts'
import { getLegalTexts } from './legal-texts.ts'
import type { DemonstrationPeople } from './people.ts'
import type { Plan } from './plan.ts'

/** Version and hash of the legal texts, by kind. */
type ReadTexts = ReadonlyMap<string, { readonly version: string; readonly hash: string }>

type At = (daysAgo: number, time: string) => Date

const home = '190.101.44.12'
const desk = '10.20.3.15'

/** Returns rows whose people are numbers of the plan. `bytea` values are in PostgreSQL's hex format. */
export function createServiceRecords(
  plan: Plan,
  clinic: ClinicPackage,
  cast: DemonstrationPeople,
  today: Day,
  read: ReadTexts,
) {
  const at: At = (daysAgo, time) => toInstant(addDays(today, -daysAgo), time)
  const { camila, martina, andrea: administrator, rodrigo: superAdministrator } = cast.accounts
  const adults = plan.people.all.filter(
    (person) => cast.others.includes(person.id) && !person.opened_as_minor && person.status === 1,
  )
  const other = (index: number) => adults[(index * 5 + 3) % adults.length]?.id ?? camila
  return {
    consents: consentsOf(clinic, camila, martina, at, read),
    answers: answersOf(clinic.survey, camila, other, at),
    mails: planMails(plan, { camila, other }, clinic.clinic, at),
    accesses: planAccesses({ camila, martina, administrator, superAdministrator }, at),
    dataRequests: dataRequestsOf({ camila, martina, administrator }, other, at),
    exports: exportsOf(camila, other(17), at),
    breach: {
      opened_by: superAdministrator,
      created_at: at(40, '10:15'),
      updated_at: at(38, '16:30'),
      nature: 'Una planilla con horas del día se envió por error a una dirección de correo equivocada.',
      effects: 'Una persona ajena pudo leer nombres y horas. No había diagnósticos ni resultados.',
      data_categories: 'Nombre, documento y hora de atención',
      people_categories: `Pacientes con hora ese día en ${createClinicLookup(clinic).siteNames.other}`,
      measures:
        'Se pidió borrar el correo, que fue confirmado, y la planilla ya no se envía: se consulta en el portal.',
      known_at: at(40, '09:40'),
      agency_told_at: at(39, '12:00'),
      actor_id: administrator,
      seen_from: at(41, '08:00'),
      seen_before: at(41, '20:00'),
      letters_at: at(38, '16:30'),
      letters_by: superAdministrator,
    },
    letters: [3, 4, 5, 6].map((index) => ({ person_id: other(index), mails: 1 })),
    serviceAccount: {
      name: 'Laboratorio central (anterior)',
      scopes: ['system/Patient.write', 'system/DiagnosticReport.write', 'system/Observation.write'],
      // The hash of random bytes: no known secret matches it.
      secret_hash: `\\x${randomBytes(32).toString('hex')}`,
      created_by: superAdministrator,
      created_at: at(200, '11:00'),
      last_used_at: at(31, '06:12'),
      revoked_at: at(30, '09:05'),
      revoked_by: superAdministrator,
    },
  }
}

/** Returns Camila's consents, one row each. */
function consentsOf(clinic: ClinicPackage, camila: number, martina: number, at: At, read: ReadTexts) {
  const legalTexts = getLegalTexts(clinic)
  const texts = [
    { kind: 'terms', text: legalTexts.terms, patient_id: null },
    { kind: 'privacy', text: legalTexts.privacy, patient_id: null },
    { kind: 'family_group', text: legalTexts.declaration, patient_id: martina },
  ] as const
  return texts.map(({ kind, text, patient_id }) => ({
    person_id: camila,
    kind,
    version: read.get(kind)?.version ?? text.version,
    text_hash: `\\x${read.get(kind)?.hash ?? createHash('sha256').update(text.text).digest('hex')}`,
    channel: 'web',
    ip: home,
    patient_id,
    given_at: at(1, patient_id === null ? '20:14' : '20:21'),
  }))
}

function answersOf(
  options: ClinicPackage['survey'],
  camila: number,
  other: (index: number) => number,
  at: At,
) {
  const last = options.at(-1)?.name
  if (last === undefined) return []
  const [appointments = last, exams = last, family = last, portal = last, registering = last] = options.map(
    ({ name }) => name,
  )
  const reported = [
    [appointments, 'Me gustaría ver también quién me derivó a cada hora.'],
    [exams, 'Los resultados llegaron antes de lo que decía la página. ¡Gracias!'],
    [exams, 'Estaría bueno comparar dos exámenes en la misma pantalla.'],
    [portal, 'En el celular se ve muy bien, lo uso mientras espero mi hora.'],
    [family, 'Fácil para ver los controles de mis hijos.'],
    [registering, 'Me costó la foto del pasaporte, pero me ayudaron por teléfono.'],
    [appointments, 'Que el recordatorio llegue también por mensaje de texto.'],
    [portal, 'Reservar con la primera hora disponible me ahorra mucho tiempo.'],
    [family, 'Mi papá no sabía cómo aceptar la invitación, falta una explicación.'],
    [exams, 'El gráfico con los valores anteriores se entiende muy bien.'],
    [portal, 'A veces se demora en cargar la lista de especialidades.'],
  ] as const
  return reported.map(([suggestion, comment], index) => ({
    person_id: index === 1 ? camila : other(index),
    suggestion,
    comment,
    created_at: at(1 + index * 4, `1${index % 9}:2${index % 6}`),
  }))
}

/** Returns messages as the outbox stores them: some that failed, and the last ones to Camila. */
function planMails(
  plan: Plan,
  { camila, other }: { camila: number; other: (index: number) => number },
  { brand, product }: { brand: string; product: string },
  at: At,
) {
  const failed = [
    {
      daysAgo: 2,
      subject: 'Hay novedades de tu solicitud',
      state: 'parked',
      attempts: 3,
      last_error: '550 5.1.1 La casilla no existe',
    },
    {
      daysAgo: 3,
      subject: 'Recordatorio de tu hora',
      state: 'expired',
      attempts: 6,
      last_error: '451 4.7.1 Try again later',
    },
    {
      daysAgo: 5,
      subject: 'Tu hora fue reservada',
      state: 'parked',
      attempts: 3,
      last_error: '552 5.2.2 Casilla llena',
    },
  ].map((mail, index) => ({ ...mail, person_id: other(index + 6) }))
  const sent = [
    { daysAgo: 6, subject: `Tienes novedades en ${product}` },
    { daysAgo: 19, subject: 'Recordatorio de hora' },
    { daysAgo: 24, subject: 'Reserva de hora' },
  ].map((mail) => ({ ...mail, person_id: camila, state: 'sent', attempts: 0, last_error: null }))
  return [...failed, ...sent].map(({ daysAgo, person_id, ...mail }, index) => {
    const person = plan.people.all[person_id - 1]
    const text = `Hola, ${person?.first_name ?? ''}: hay novedades en tu portal de ${brand}.`
    const created_at = at(daysAgo, '09:10')
    return {
      ...mail,
      message_id: `<demostracion-${index + 1}@ejemplo.cl>`,
      template: 'demonstration',
      person_id: person?.id ?? null,
      recipient: person?.email ?? 'sin-casilla@ejemplo.cl',
      body_text: text,
      body_html: `<p>${text}</p>`,
      created_at,
      next_attempt_at: created_at,
      sent_at: mail.state === 'sent' ? at(daysAgo, '09:11') : null,
      not_after: mail.state === 'expired' ? at(daysAgo, '15:00') : null,
    }
  })
}

type Staff = { readonly administrator: number; readonly superAdministrator: number }

/** Returns accesses to Camila's and Martina's data by others, and some by Camila herself. */
function planAccesses(
  { camila, martina, administrator, superAdministrator }: Staff & { camila: number; martina: number },
  at: At,
) {
  const self = { actor_id: camila, actor_role: 'STANDART_ROLE', patient_id: camila, ip: home }
  const guardian = { actor_id: camila, actor_role: 'guardian', patient_id: martina, ip: home }
  const staff = { actor_id: administrator, actor_role: 'ADMIN_ROLE', patient_id: camila, ip: desk }
  const seen = [
    [60, '10:31', { ...staff, action: 'users.read' }],
    [52, '18:40', { ...guardian, action: 'exams.results' }],
    [40, '08:55', { ...staff, action: 'desk.open' }],
    [40, '09:05', { ...staff, action: 'desk.answer' }],
    [30, '21:12', { ...self, action: 'exams.list' }],
    [30, '21:13', { ...self, action: 'exams.view' }],
    [24, '11:40', { ...staff, action: 'desk.open' }],
    [24, '11:45', { ...staff, action: 'desk.answer' }],
    [13, '11:28', { ...staff, action: 'desk.open' }],
    [13, '11:30', { ...staff, action: 'desk.answer' }],
    [
      9,
      '16:44',
      { ...staff, actor_id: superAdministrator, actor_role: 'SUPER_ADMIN_ROLE', action: 'users.read' },
    ],
    [6, '19:02', { ...self, action: 'exams.results' }],
    [3, '08:10', { ...staff, action: 'agenda.week' }],
    [1, '13:20', { ...staff, action: 'desk.open' }],
  ] as const
  return seen.map(([daysAgo, time, row], index) => ({
    at: at(daysAgo, time),
    ...row,
    outcome: 'done',
    request_id: `demostracion-${index + 1}`,
  }))
}

function dataRequestsOf(
  { camila, martina, administrator }: { camila: number; martina: number; administrator: number },
  other: (index: number) => number,
  at: At,
) {
  const asked = (
    person_id: number,
    patient_id: number,
    kind: DataRight,
    message: string,
    created_at: Date,
  ) => ({
    requester_id: person_id,
    patient_id,
    kind,
    message,
    state: 'pendiente',
    answer: null as string | null,
    answered_at: null as Date | null,
    answered_by: null as number | null,
    created_at,
    due_at: getDueInstant(kind, created_at),
    extended_at: null as Date | null,
    extended_by: null as number | null,
    extension_reason: null as string | null,
  })
  const extended = asked(
    other(14),
    other(14),
    'access',
    'Quiero saber a quién se entregaron mis datos.',
    at(29, '12:30'),
  )
  return [
    {
      ...asked(
        camila,
        camila,
        'rectification',
        'Mi dirección decía Los Aromos 124, es 1240.',
        at(32, '20:10'),
      ),
      state: 'respondida',
      answer: 'Corregimos tu dirección. La encuentras en tu perfil.',
      answered_at: at(24, '11:45'),
      answered_by: administrator,
    },
    asked(other(11), other(11), 'portability', '', at(27, '09:20')),
    asked(camila, martina, 'access', 'Quisiera saber qué datos de mi hija tienen.', at(5, '21:35')),
    asked(other(12), other(12), 'objection', 'No quiero recibir avisos sobre talleres.', at(2, '13:05')),
    asked(other(13), other(13), 'blocking', 'Bloqueen mi dirección: está equivocada.', at(16, '10:50')),
    asked(other(15), other(15), 'portability', '', at(41, '17:15')),
    {
      ...extended,
      due_at: extendedDue(extended.due_at),
      extended_at: at(3, '09:35'),
      extended_by: administrator,
      extension_reason: 'Reunimos los registros de dos sistemas de la clínica.',
    },
    {
      ...asked(other(16), other(16), 'erasure', 'Eliminen mi teléfono anterior.', at(50, '19:45')),
      state: 'respondida',
      answer: 'Eliminamos el teléfono anterior de tu ficha.',
      answered_at: at(44, '16:10'),
      answered_by: administrator,
    },
  ]
}

/** Returns an export of Camila's data that has already expired, and another patient's that failed. */
function exportsOf(camila: number, patient: number, at: At) {
  return [
    {
      requester_id: camila,
      patient_id: camila,
      without_reserved: false,
      state: 'ready',
      attempts: 1,
      claim: 1,
      created_at: at(10, '20:30'),
      finished_at: at(10, '20:31'),
      expires_at: at(9, '20:31'),
      pdf_taken_at: at(10, '20:33'),
      bundle_taken_at: null,
    },
    {
      requester_id: patient,
      patient_id: patient,
      without_reserved: false,
      state: 'failed',
      attempts: 3,
      claim: 3,
      created_at: at(12, '20:10'),
      finished_at: at(12, '20:40'),
      expires_at: null,
      pdf_taken_at: null,
      bundle_taken_at: null,
    },
  ]
}
