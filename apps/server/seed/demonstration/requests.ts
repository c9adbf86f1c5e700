/** Requests of patients to departments and to each other, and the answers they received. */
import { addDays, toDay, toInstant } from '@mi-portal/contract/values/dates'
import { formatRun } from '@mi-portal/contract/values/run'
import { budgetPdf, certificatePdf } from './answers.ts'
import { type ClinicLookup, findByStart } from './clinic-lookup.ts'
import { addConversations, type Scene } from './conversations.ts'
import { type At, addFamily } from './families.ts'
import { createPatientLookup } from './histories.ts'
import { fullName } from './names.ts'
import type { DemonstrationPeople } from './people.ts'
import type { Plan } from './plan.ts'
import { addImagingContact, addInvitations, addRequestStates } from './request-states.ts'
import { createSeededRandom } from './seeded-random.ts'
import { addWaits } from './waiting-offers.ts'

export function addRequests(scene: Scene): void {
  const { plan, cast, today } = scene
  const at = (daysAgo: number, time: string) => toInstant(addDays(today, -daysAgo), time)
  const pending = addFamily(plan, cast, at)
  addCamila(scene, at)
  addConversations(scene)
  addNotifications(plan, cast, at, pending)
  addOthers(scene, at)
  addWaits(plan, scene.lookup, cast, at)
  addRequestStates({ ...scene, at })
  addInvitations({ plan, at })
}

type Reason = ClinicLookup['clinic']['contact']['reasons'][number]

/** Returns the branch of a contact: the clinic's first one where `names` a site or the reason requires one. */
function branchOf({ clinic }: ClinicLookup, reason: Reason, isAboutSite: boolean): string | null {
  const [branch = null] = clinic.contact.branches ?? clinic.sites.map(({ code }) => code)
  const first = clinic.sites.find(({ code }) => clinic.contact.branches?.includes(code) ?? true)
  return reason.branch === 'required' || (isAboutSite && reason.branch === 'optional')
    ? (first?.code ?? branch)
    : null
}

/** Returns the reason whose name begins with one of the words; a reason that is about no exam if there is none. */
function reasonOf({ clinic }: ClinicLookup, ...starts: readonly string[]): Reason | undefined {
  return findByStart(
    clinic.contact.reasons.filter(({ exam }) => !exam),
    ...starts,
  )
}

function addCamila({ plan, lookup, cast, today, letterhead }: Scene, at: At): void {
  const { clinic, siteNames } = lookup
  const [site] = clinic.sites
  const { camila } = cast.accounts
  const name = fullName(createPatientLookup(plan)(camila))
  const mine = { requester_id: camila, patient_id: camila } as const
  const favourites = [
    ['laboratorio', 'Laboratorio'],
    ['grupo-familiar', 'Mi Grupo familiar'],
    ['consultas-medicas', 'Consultas médicas'],
  ] as const
  favourites.forEach(([menu_id, label], index) => {
    plan.favourites.add({ person_id: camila, menu_id, name: label, position: index + 1 })
  })

  const answerFile = (name: string, created_at: Date, make: () => Promise<Uint8Array>) =>
    plan.files.add({ purpose: 'answer', media_type: 'application/pdf', name, created_at, make })

  const budgets = [
    {
      type: 'Cirugía',
      daysAgo: 150,
      doctor: 'Dr. Gonzalo Arancibia Lira',
      hours: 2,
      note: 'Colecistectomía laparoscópica, según orden adjunta.',
      answer:
        'Adjuntamos el presupuesto de la cirugía, con un día de hospitalización. Tiene una vigencia de 60 días.',
      items: [
        ['Derecho de pabellón (2 horas)', 980_000],
        ['Honorarios del equipo médico', 1_450_000],
        ['Un día de habitación individual', 310_000],
        ['Medicamentos e insumos estimados', 420_000],
      ],
    },
    {
      type: 'Exámenes y procedimientos',
      daysAgo: 68,
      doctor: '',
      hours: null,
      note: 'Resonancia magnética de rodilla y ecografía mamaria.',
      answer:
        'Adjuntamos el presupuesto de ambos exámenes. Con Fonasa puedes pagar con bono en la caja de la sede.',
      items: [
        ['Resonancia magnética de rodilla', 215_000],
        ['Ecografía mamaria bilateral', 58_000],
      ],
    },
  ] as const
  for (const budget of budgets) {
    const type = findByStart(clinic.quoteTypes, budget.type)
    if (!type || !site) continue
    const answered_at = at(budget.daysAgo - 1, '16:40')
    const request_id = plan.budgets.add({
      ...mine,
      intervention_type_id: type.id,
      forecast_id: type.needs_forecast ? lookup.insurers.public : null,
      medico_tratante: budget.doctor,
      fecha_estimada: addDays(today, 40 - budget.daysAgo),
      h_pabellon: type.needs_operating_hours ? budget.hours : null,
      comentarios: budget.note,
      autoriza_contacto: true,
      state: 'respondida',
      comentario_ejecutivo: budget.answer,
      answered_at,
      created_at: at(budget.daysAgo, '10:15'),
    })
    const file_id = answerFile(`presupuesto-${request_id}.pdf`, answered_at, () =>
      budgetPdf({
        letterhead,
        site,
        patient: name,
        intervention: type.name,
        forecast: 'Fonasa',
        answered_at,
        items: budget.items,
      }),
    )
    plan.requestFiles.push({ file_id, request_kind: 'budget', request_id, side: 'answer' })
  }

  const contact = { ...mine, exam_date: null, exam_type: null, exam_name: null, branch: null } as const
  const thanks = reasonOf(lookup, 'Felicitaciones', 'Agradecimiento')
  if (thanks)
    plan.contacts.add({
      ...contact,
      reason_id: thanks.id,
      message: `Quiero felicitar al equipo de toma de muestras de ${siteNames.first}: atención rápida y muy amable.`,
      branch: branchOf(lookup, thanks, true),
      state: 'respondida',
      answer: 'Muchas gracias por escribirnos, Camila. Compartimos tu mensaje con todo el equipo.',
      answered_at: at(119, '12:05'),
      created_at: at(120, '18:50'),
    })
  const missingExam = clinic.contact.reasons.find(({ exam }) => exam)
  if (missingExam)
    plan.contacts.add({
      ...contact,
      reason_id: missingExam.id,
      message: 'No encuentro el informe de la ecografía mamaria que me hice junto con la mamografía.',
      exam_date: addDays(today, -66),
      exam_type: examTypeOf(clinic.contact.exam_types),
      exam_name: 'Ecografía mamaria',
      branch: branchOf(lookup, missingExam, false),
      state: 'respondida',
      answer: 'El informe ya está disponible en Mis Exámenes, en la pestaña Imágenes y procedimientos.',
      answered_at: at(61, '09:40'),
      created_at: at(62, '20:30'),
    })
  const suggestion = reasonOf(lookup, 'Sugerencia', 'Pregunta')
  if (suggestion)
    plan.contacts.add({
      ...contact,
      reason_id: suggestion.id,
      message: 'Sería útil poder recibir un recordatorio de las horas de mi hija.',
      branch: branchOf(lookup, suggestion, false),
      state: 'pendiente',
      answer: null,
      answered_at: null,
      created_at: at(1, '08:20'),
    })

  const attended = plan.appointments.all.find(
    (appointment) => appointment.patient_id === camila && appointment.starts_at < at(0, '00:01'),
  )
  const answered_at = at(13, '11:30')
  const certificateType = findByStart(clinic.documentTypes, 'Certificado de atención')
  if (!certificateType || !site) return
  const certificate = plan.documents.add({
    ...mine,
    document_kind_id: certificateType.id,
    comment: 'Lo necesito para mi trabajo.',
    state: 'respondida',
    answer: 'Adjuntamos el certificado solicitado.',
    answered_at,
    created_at: at(14, '17:05'),
  })
  const { document_number } = createPatientLookup(plan)(camila)
  const file_id = answerFile('certificado-de-atencion.pdf', answered_at, () =>
    certificatePdf({
      letterhead,
      site,
      patient: name,
      document: `RUT ${formatRun(document_number)}`,
      attended: attended ? toDay(attended.starts_at) : addDays(today, -18),
      office: attended?.place_care ?? site.name,
      answered_at,
    }),
  )
  plan.requestFiles.push({ file_id, request_kind: 'document', request_id: certificate, side: 'answer' })
  plan.documents.add({
    ...mine,
    document_kind_id: (findByStart(clinic.documentTypes, 'Copia de receta') ?? certificateType).id,
    comment: '',
    state: 'pendiente',
    answer: null,
    answered_at: null,
    created_at: at(1, '12:45'),
  })
}

function addNotifications(plan: Plan, cast: DemonstrationPeople, at: At, pending: number): void {
  const { camila, martina } = cast.accounts
  const tell = (
    daysAgo: number,
    time: string,
    text: string,
    read: boolean,
    about: number | null,
    request: number | null = null,
  ) => {
    const created_at = at(daysAgo, time)
    plan.notifications.add({
      person_id: camila,
      type: request === null ? 'exams_procedures' : 'family_group',
      text,
      patient_id: about,
      request_family_group_id: request,
      read_at: read ? new Date(created_at.getTime() + 5 * 3_600_000) : null,
      active: true,
      created_at,
    })
  }
  tell(212, '16:30', 'Hay un nuevo resultado de laboratorio en Mis Exámenes.', true, camila)
  tell(66, '18:10', 'Hay un nuevo informe de imágenes en Mis Exámenes.', true, camila)
  tell(
    52,
    '15:45',
    'Hay un nuevo resultado de laboratorio de Martina Ignacia en Mis Exámenes.',
    true,
    martina,
  )
  tell(6, '17:20', 'Hay un nuevo resultado de laboratorio en Mis Exámenes.', false, camila)
  tell(2, '19:45', 'Diego Esteban Soto quiere agregarte a su grupo familiar.', false, null, pending)
}

/** Returns the type of an examination of the breast; null if the clinic has no types of exams. */
function examTypeOf(types: readonly string[]): string | null {
  const named = (word: string) => types.find((type) => type.includes(word))
  return named('de la Mujer') ?? named('Mamografía') ?? types[0] ?? null
}

function addOthers(scene: Scene, at: At): void {
  const { plan, lookup, cast, today } = scene
  const { clinic } = lookup
  const documentKinds = ['Certificado de atención', 'Informe', 'Copia de receta', 'Formulario'].flatMap(
    (start) => findByStart(clinic.documentTypes, start)?.id ?? [],
  )
  const reasons = [['Sugerencia', 'Pregunta'], ['Reclamo'], ['Mi portal', 'Uso del portal']].flatMap(
    (starts) => reasonOf(lookup, ...starts) ?? [],
  )
  const hospital = findByStart(clinic.quoteTypes, 'Hospitalización')
  const adults = plan.people.all.filter(
    (person) => cast.others.includes(person.id) && !person.opened_as_minor && person.status === 1,
  )
  const caller = adults.slice(12).find(({ document_type_id }) => document_type_id === 1)
  const waiting = { state: 'pendiente', answer: null, answered_at: null } as const
  if (caller) addImagingContact(scene, caller, { ...waiting, created_at: at(1, '16:40') })
  adults.slice(0, 12).forEach((person, index) => {
    const by = createSeededRandom(`requests:${person.document_number}`)
    const mine = { requester_id: person.id, patient_id: person.id } as const
    const open = { state: 'pendiente', answered_at: null } as const
    const created_at = at(by.whole(1, 3), `1${by.whole(0, 8)}:${by.whole(10, 59)}`)
    if (index % 3 === 0 && documentKinds.length > 0) {
      const document_kind_id = by.pick(documentKinds)
      plan.documents.add({ ...mine, ...open, document_kind_id, comment: '', answer: null, created_at })
    } else if (index % 3 === 1 && hospital) {
      plan.budgets.add({
        ...mine,
        ...open,
        intervention_type_id: hospital.id,
        forecast_id: hospital.needs_forecast ? person.forecast_id : null,
        medico_tratante: '',
        fecha_estimada: addDays(today, by.whole(10, 60)),
        h_pabellon: null,
        comentarios: hospital.name.startsWith('Hospitalización')
          ? 'Hospitalización de dos días para estudio.'
          : 'Según la orden que me dieron en la consulta.',
        autoriza_contacto: true,
        comentario_ejecutivo: null,
        created_at,
      })
    } else if (index % 3 === 2 && reasons.length > 0) {
      const reason = by.pick(reasons)
      plan.contacts.add({
        ...mine,
        ...open,
        reason_id: reason.id,
        message: by.pick([
          'No pude cambiar mi número de teléfono en el perfil.',
          `La espera en admisión de ${lookup.siteNames.other} fue de más de una hora.`,
          'Agradecería más horas por la tarde en kinesiología.',
        ]),
        exam_date: null,
        exam_type: null,
        exam_name: null,
        branch: branchOf(lookup, reason, false),
        answer: null,
        created_at,
      })
    }
  })
}
