import { callRequestEndpoints } from '@mi-portal/contract/booking/call-request'
import { type BookableExam, examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { type ExamQuestionnaire, questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildPatient } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildMember } from '../../../../test/family.ts'
import { type PageUser, renderPage } from '../../../../test/render-portal.tsx'
import { mockRobotCheck } from '../../../../test/robot-check.ts'
import { buildBookableExam } from '../../../../test/scheduling.ts'
import { portal } from '../../../lib/portal-config.ts'

const address = '/dashboard/agenda-imagenologia'

const specialties = [
  { code: 'RX', name: 'Radiografía', service: 'imagenologia' as const, office_ids: [2, 239] },
  { code: 'RM', name: 'Resonancia magnética', service: 'imagenologia' as const, office_ids: [2] },
  { code: '362', name: 'Laboratorio: sangre', service: 'laboratorio' as const, office_ids: [2] },
  { code: '570', name: 'Laboratorio Maipú', service: 'laboratorio' as const, office_ids: [239] },
]

const lumbar = buildBookableExam({ under_8_callcenter: true })
const questions = ['¿Tienes marcapasos?', '¿Tienes clips?', '¿Tienes prótesis?'].map((text, index) => ({
  id: `p${index}`,
  text,
}))
const demanded: ExamQuestionnaire = {
  exam: { id: 5, text: lumbar.text, specialty_code: 'RM', part: 'tronco', types: ['adulto'] },
  questionnaire: { key: 'resonancia', title: 'Encuesta', intro: 'Responde todo.', questions },
  answers: null,
}

const times = { answered_at: '2026-11-24T12:00:00.000Z', expires_at: '2026-11-25T12:00:00.000Z' }

/** Serves these exams for every specialty. */
function offer(...exams: BookableExam[]) {
  mockEndpoint(examCatalogueEndpoints.exams, { data: exams })
}

const shown = vi.fn<(url: string) => void>()
const close = vi.fn<() => void>()
const opened = vi.fn<() => { opener: unknown; location: { replace: typeof shown }; close(): void } | null>()

beforeEach(() => {
  shown.mockReset()
  close.mockReset()
  opened.mockReset().mockReturnValue({ opener: 'esta ventana', location: { replace: shown }, close })
  vi.stubGlobal('open', () => opened())
  mockEndpoint(examCatalogueEndpoints.specialties, { data: specialties })
  mockEndpoint(questionnaireEndpoints.examQuestionnaire, { data: demanded })
  mockEndpoint(questionnaireEndpoints.answerQuestionnaire, ({ body }) => ({
    data: { ...times, can_book: !JSON.stringify(body).includes('true') },
  }))
  mockEndpoint(examCatalogueEndpoints.indications, {
    info: { indications: '<ul><li>Llega antes.</li></ul>', pdf: '/agenda/v1/indications/exam-rm.pdf' },
  })
  offer(lumbar)
  return () => {
    portal.reservationUrl = null
    vi.unstubAllGlobals()
  }
})

const external = 'https://horas.example/reservar'
const ofLumbar = `${address}?paso=imagenologia&tipo=adulto&prestacion=RM&parte=tronco&examen=5`
const atQuestions = ofLumbar.replace('paso=imagenologia', 'paso=questions&desde=imagenologia')
const goOn = () => screen.getByRole('button', { name: 'CONTINUAR' })
const heading = (name: string) => screen.findByRole('heading', { name })

async function goOnWhenReady(user: PageUser) {
  await waitFor(() => expect(goOn()).toBeEnabled())
  await user.click(goOn())
}

async function respond(user: PageUser, ...answers: ('Sí' | 'No')[]) {
  const groups = await screen.findAllByRole('group')
  for (const [index, name] of answers.entries())
    await user.click(within(groups[index] as HTMLElement).getByRole('button', { name }))
}

async function openSimple(way_to_schedule: BookableExam['way_to_schedule']) {
  offer(buildBookableExam({ encuesta_para_agendar: 'NO', questionnaire: null, way_to_schedule }))
  const rendered = await renderPage(ofLumbar, { as: 'patient' })
  await goOnWhenReady(rendered.user)
  return rendered
}

test('an online exam is reserved in the same tab, where the exam can be changed and «Back» leads to it again', async () => {
  mockEndpoint(questionnaireEndpoints.examQuestionnaire, { data: { ...demanded, questionnaire: null } })
  const { user, path, back } = await openSimple('online')
  expect(await heading('Elige día y hora')).toBeVisible()
  const reservation = path()
  expect(reservation).toMatch(/^\/reservas\?office_id=PROVIDENCIA&spec_id=RM&exam_id=5/)
  expect(opened).not.toHaveBeenCalled()
  await back()
  await waitFor(() => expect(screen.getByLabelText('Examen')).toHaveDisplayValue(lumbar.text))
  await goOnWhenReady(user)
  await user.click(await screen.findByRole('button', { name: 'Cambiar examen' }))
  await waitFor(() => expect(screen.getByLabelText('Examen')).toHaveDisplayValue(lumbar.text))
  expect(path()).toContain('paso=imagenologia&sucursal=PROVIDENCIA')
})

test('the address of the external window leads to the reservation where the portal has its own, also by its full address', async () => {
  offer(buildBookableExam({ encuesta_para_agendar: 'NO', questionnaire: null }))
  portal.reservationUrl = `${window.location.origin}/reservas`
  const { path } = await renderPage(
    ofLumbar.replace('paso=imagenologia', 'paso=reserva&desde=imagenologia'),
    {
      as: 'patient',
    },
  )
  await waitFor(() => expect(path()).toMatch(/^\/reservas\?office_id=PROVIDENCIA&spec_id=RM&exam_id=5/))
  expect(opened).not.toHaveBeenCalled()
})

test('an online exam opens the window of an external reservation with the choices and no data of the user', async () => {
  portal.reservationUrl = external
  const { path } = await openSimple('online')
  await heading('Reserva tu hora')
  expect(screen.getByText('Termina tu reserva en la ventana que abrimos.')).toBeVisible()
  expect(screen.getByText('Cuando tengas tu hora, vuelve aquí y presiona TERMINAR.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'TERMINAR' })).toHaveAttribute('href', '/dashboard')
  const window = new URL(shown.mock.calls[0]?.[0] ?? '')
  expect(`${window.origin}${window.pathname}`).toBe(external)
  expect(Object.fromEntries(window.searchParams)).toEqual({
    office_id: 'PROVIDENCIA',
    spec_id: 'RM',
    exam_id: '5',
    agenda_imagenologia: 'true',
    utm_source: 'mi-portal',
    utm_medium: 'web',
    utm_campaign: 'agenda',
  })
  expect(opened.mock.results[0]?.value).toHaveProperty('opener', null)
  expect(path()).toContain('paso=reserva&desde=imagenologia')
})

test('the figure chooses a part of the body by keyboard', async () => {
  offer(lumbar, buildBookableExam({ id: 6, part: 'cabeza' }))
  const { user, path } = await renderPage(ofLumbar.replace('&parte=tronco', ''), { as: 'patient' })
  const part = await screen.findByRole('button', { name: 'Tronco' })
  part.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toContain('parte=tronco'))
})

test('the only exam of a list is chosen, and is in the address of the next step', async () => {
  const { user, path } = await renderPage(ofLumbar.replace('&examen=5', ''), { as: 'patient' })
  await waitFor(() => expect(screen.getByLabelText('Examen')).toHaveDisplayValue(lumbar.text))
  await goOnWhenReady(user)
  await heading('Cuestionario previo')
  expect(path()).toContain('examen=5')
})

const { answerQuestionnaire } = questionnaireEndpoints

test('the questionnaire needs every answer, and stores them for the patient before the window opens', async () => {
  portal.reservationUrl = external
  mockEndpoint(answerQuestionnaire, new ApiError('badJson'))
  const { user } = await renderPage(ofLumbar, { as: 'patient' })
  await goOnWhenReady(user)
  await respond(user, 'No', 'No')
  expect(screen.getByText('2 de 3 respondidas')).toBeVisible()
  expect(goOn()).toBeDisabled()
  await user.click(within(screen.getAllByRole('group')[2] as HTMLElement).getByRole('button', { name: 'No' }))
  await user.click(goOn())
  expect(await screen.findByText(/Tus respuestas siguen aquí/)).toBeVisible()
  expect(close).toHaveBeenCalledOnce()
  expect(shown).not.toHaveBeenCalled()
  expect(screen.getByText('3 de 3 respondidas')).toBeVisible()
  mockEndpoint(answerQuestionnaire, { data: { ...times, can_book: true } })
  await user.click(goOn())
  await heading('Reserva tu hora')
  const answers = questions.map(({ id }) => ({ id, yes: false }))
  expect(requestsTo(answerQuestionnaire)[0]?.body).toEqual({ patient_id: 7, answers })
})

test('a questionnaire leads to the slots in the same tab, and «Back» shows the sent answers again', async () => {
  mockEndpoint(answerQuestionnaire, () => {
    mockEndpoint(questionnaireEndpoints.examQuestionnaire, {
      data: { ...demanded, answers: { ...times, can_book: true } },
    })
    return { data: { ...times, can_book: true } }
  })
  const { user, back } = await renderPage(atQuestions, { as: 'patient' })
  await respond(user, 'No', 'No', 'No')
  await user.click(goOn())
  await heading('Elige día y hora')
  expect(opened).not.toHaveBeenCalled()
  await back()
  expect(await screen.findByText('3 de 3 respondidas')).toBeVisible()
  expect(screen.queryByText('Guardamos lo que habías escrito')).not.toBeInTheDocument()
})

test('the questionnaire of a child asks about the child, and the contact request starts with the child’s data', async () => {
  mockEndpoint(familyMemberEndpoints.group, { familyGroup: [buildMember()] })
  const ofChild = [{ id: 'p0', text: '¿Tiene marcapasos?' }]
  mockEndpoint(questionnaireEndpoints.examQuestionnaire, ({ query }) => ({
    data: {
      ...demanded,
      questionnaire: demanded.questionnaire && {
        ...demanded.questionnaire,
        questions: query.get('patient_id') === '9' ? ofChild : questions,
      },
    },
  }))
  const martina = buildPatient({ id: 9, date_birth: '2016-03-02' })
  mockEndpoint(peopleEndpoints.one, ({ params }) => ({
    data: params.id === '9' ? martina : buildPatient(),
  }))
  const { user, path } = await renderPage(`${ofLumbar}&paciente=99`, { as: 'patient' })
  // A person in the address for whom the user cannot book exams is never replaced by the user.
  expect(await screen.findByText('Para continuar, elige para quién es el examen.')).toBeVisible()
  expect(goOn()).toBeDisabled()
  await user.choose('¿Para quién es el examen?', 'Martina Ignacia Soto')
  await waitFor(() => expect(goOn()).toBeEnabled())
  // The child's record answers the kind of patient and whether she is under eight.
  expect(requestsTo(examCatalogueEndpoints.exams).at(-1)?.body).toMatchObject({ type: 'pediatrica' })
  expect(screen.queryByRole('group', { name: /Tipo de paciente|menos de 8 años/ })).not.toBeInTheDocument()
  await user.click(goOn())
  expect(await screen.findByText('¿Tiene marcapasos?')).toBeVisible()
  expect(screen.getByText('Las preguntas son sobre Martina Ignacia.')).toBeVisible()
  expect(path()).toMatch(/paciente=9(&|$)/)
  await respond(user, 'Sí')
  await user.click(goOn())
  expect(await screen.findByRole('textbox', { name: 'Nombre' })).toHaveValue('Martina Ignacia')
  expect(screen.getByRole('textbox', { name: 'RUT' })).toHaveValue('23456789-6')
  expect(screen.getByRole('textbox', { name: 'Teléfono' })).toHaveValue('912345678')
  expect(screen.getByText(/Un profesional debe revisar el caso de Martina Ignacia/)).toBeVisible()
})

test('an exam is for an adult who gave access too, and asks nothing that depends on the age', async () => {
  mockEndpoint(familyMemberEndpoints.selections, {
    selections: [],
    delegated: [
      { id: 10, first_name: 'Jorge Luis', last_name: 'Rojas', matters: ['appointments'], may_book: true },
    ],
  })
  const { user, path } = await renderPage(`${address}?paso=imagenologia`, { as: 'patient' })
  await user.choose('¿Para quién es el examen?', 'Jorge Luis Rojas')
  await waitFor(() => expect(path()).toContain('paciente=10'))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Tipo de examen' })).toBeEnabled())
  expect(requestsTo(examCatalogueEndpoints.specialties).at(-1)?.body).toEqual({ type_patient: 'adulto' })
  expect(screen.queryByRole('group', { name: 'Tipo de paciente' })).not.toBeInTheDocument()
})

const { contact } = callRequestEndpoints
const thanks = '¡Gracias! Recibimos tu solicitud'
const name = () => screen.findByRole('textbox', { name: 'Nombre' })

async function reachForm() {
  const opened = await renderPage(atQuestions, { as: 'patient' })
  await respond(opened.user, 'No', 'Sí', 'No')
  await opened.user.click(goOn())
  await name()
  const send = screen.getByRole('button', { name: 'SOLICITAR CONTACTO' })
  await waitFor(() => expect(send).toBeEnabled())
  return { ...opened, send }
}

test('the contact request starts with the known data, keeps its text when it fails, and is sent once with answers and a robot check', async () => {
  const isSolved = await mockRobotCheck()
  mockEndpoint(contact, new ApiError('tooMany'))
  const { user, back, send } = await reachForm()
  expect(screen.getByRole('textbox', { name: 'RUT' })).toHaveValue('12345678-5')
  user.fill(await name(), 'Cami')
  await user.click(send)
  expect(await screen.findByText(new ApiError('tooMany').message)).toBeVisible()
  expect(await name()).toHaveValue('Cami')
  mockEndpoint(contact, { data: { id: 12 }, notified: [], not_notified: 'unverified' })
  await user.dblClick(send)
  await heading(thanks)
  expect(screen.getByRole('status')).toHaveTextContent(
    /No te enviamos un correo, porque tu e-mail aún no está/,
  )
  expect(requestsTo(contact)).toHaveLength(1)
  const { altcha, ...fields } = Object.fromEntries(requestsTo(contact)[0]?.body as FormData)
  expect(isSolved(String(altcha))).toBe(true)
  expect(fields).toMatchObject({
    name: 'Cami',
    rut: '12345678-5',
    phone: '912345678',
    action: 'contact_request',
    typeExamen: lumbar.text,
    patient_id: '7',
    'questions[0][no]': '1',
    'questions[1][question]': '¿Tienes clips?',
    'questions[1][yes]': '1',
  })
  await back()
  await heading('Cuestionario previo')
  await user.click(goOn())
  await heading(thanks)
  expect(requestsTo(contact)).toHaveLength(1)
})
