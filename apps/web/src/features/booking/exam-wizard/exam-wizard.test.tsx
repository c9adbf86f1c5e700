import { ApiError } from '@mi-portal/contract/api-error'
import { callRequestEndpoints } from '@mi-portal/contract/booking/call-request'
import { type BookableExam, examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { type ExamQuestionnaire, questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildPatient } from '../../../../test/build.ts'
import { setClinic } from '../../../../test/clinic.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildMember } from '../../../../test/family.ts'
import { renderPortal } from '../../../../test/render-portal.tsx'
import { portal } from '../../../lib/portal-config.ts'
import { closeSession } from '../../../lib/session.ts'

const address = '/dashboard/agenda-imagenologia'

const specialties = [
  { code: 'RX', name: 'Radiografía', service: 'imagenologia', office_ids: [2, 239] },
  { code: 'RM', name: 'Resonancia magnética', service: 'imagenologia', office_ids: [2] },
  { code: '362', name: 'Laboratorio: sangre', service: 'laboratorio', office_ids: [2] },
  { code: '570', name: 'Laboratorio Maipú', service: 'laboratorio', office_ids: [239] },
  { code: '359', name: 'Vacunatorio', service: 'vacunatorio', office_ids: [2] },
  { code: '573', name: 'Banco de sangre', service: 'banco_sangre', office_ids: [2] },
] as const

function buildExam(overrides: Partial<BookableExam>): BookableExam {
  return {
    id: 1,
    text: 'Radiografía de tórax',
    encuesta_para_agendar: 'NO',
    questionnaire: null,
    way_to_schedule: 'online',
    part: 'tronco',
    contrast: false,
    office_ids: [2, 239],
    under_8_callcenter: false,
    creatinine_70_plus: false,
    ...overrides,
  }
}

const lumbar = buildExam({
  id: 5,
  text: 'Resonancia magnética de columna lumbar',
  encuesta_para_agendar: 'SI',
  questionnaire: 'resonancia',
  office_ids: [2],
  under_8_callcenter: true,
})
const questions = ['¿Tienes marcapasos?', '¿Tienes clips?', '¿Tienes prótesis?'].map((text, index) => ({
  id: `p${index}`,
  text,
}))

const demanded: ExamQuestionnaire = {
  exam: { id: 5, text: lumbar.text, specialty_code: 'RM', part: 'tronco', types: ['adulto'] },
  questionnaire: { key: 'resonancia', title: 'Encuesta', intro: 'Responde todo.', questions },
  answers: null,
}
const givenAnswers = { answered_at: '2026-11-24T12:00:00.000Z', expires_at: '2026-11-25T12:00:00.000Z' }

/** Serves these exams for every specialty. */
function offer(...exams: BookableExam[]) {
  mockEndpoint(examCatalogueEndpoints.exams, { data: exams })
}

const shown = vi.fn<(url: string) => void>()
const opened = vi.fn<() => { opener: unknown; location: { replace: typeof shown }; close(): void } | null>()

beforeEach(() => {
  shown.mockReset()
  opened.mockReset().mockReturnValue({
    opener: 'esta ventana',
    location: { replace: shown },
    close: () => undefined,
  })
  vi.stubGlobal('open', () => opened())
  mockEndpoint(schedulingTokenEndpoints.token, {
    token: 'llave-de-agenda',
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  })
  mockEndpoint(serviceEndpoints.offices, {
    data: [
      { office_id: 'PROVIDENCIA', id: 2, name: 'Providencia', address: 'Av. Uno 100', phone: '1' },
      { office_id: 'MAIPU', id: 239, name: 'Maipú', address: 'Av. Dos 200', phone: '2' },
    ],
  })
  mockEndpoint(examCatalogueEndpoints.specialties, {
    data: specialties.map((one) => ({ ...one, office_ids: [...one.office_ids] })),
  })
  mockEndpoint(questionnaireEndpoints.examQuestionnaire, { data: demanded })
  mockEndpoint(questionnaireEndpoints.answerQuestionnaire, ({ body }) => ({
    data: { ...givenAnswers, can_book: !JSON.stringify(body).includes('true') },
  }))
  mockEndpoint(examCatalogueEndpoints.indications, {
    info: { indications: '<ul><li>Llega antes.</li></ul>', pdf: '/agenda/v1/indications/exam-rm.pdf' },
  })
  offer(lumbar)
  return () => vi.unstubAllGlobals()
})

async function pick(user: UserEvent, list: string, option: string) {
  await waitFor(() => expect(screen.getByRole('combobox', { name: list })).toBeEnabled())
  await user.click(screen.getByRole('combobox', { name: list }))
  await user.click(await screen.findByRole('option', { name: option }))
}

const ofLumbar = `${address}?paso=imagenologia&tipo=adulto&prestacion=RM&parte=tronco&examen=5`
const atQuestions = ofLumbar.replace('paso=imagenologia', 'paso=questions&desde=imagenologia')
const goOn = () => screen.getByRole('button', { name: 'CONTINUAR' })

async function respond(user: UserEvent, ...answers: ('Sí' | 'No')[]) {
  const groups = await screen.findAllByRole('group')
  for (const [index, words] of answers.entries()) {
    const group = groups[index]
    if (group) await user.click(within(group).getByRole('button', { name: words }))
  }
}

describe('the start', () => {
  test('the start offers the services and the sites, and says at what times exams need no appointment', async () => {
    const { user, path } = await renderPortal(address, { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Reserva de exámenes' })).toBeVisible()
    expect(screen.getByText(/lunes a sábado de 09:00 a 20:00 h/)).toBeVisible()
    await user.click(screen.getByRole('link', { name: /Imagenología/ }))
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Reserva de hora imagenología' }),
    ).toBeVisible()
    expect(path()).toBe(`${address}?paso=imagenologia`)
    await user.click(screen.getByRole('link', { name: 'Volver atrás' }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Reserva de exámenes' })).toHaveFocus(),
    )
  })

  test('the start names the services as the booking groups of the clinic do', async () => {
    const [group] = portal.clinic.booking_groups
    if (!group) throw new Error('the clinic of the tests has no booking group')
    const base = { ...group, kind: 'specialties', services: [], sites: {} } as const
    setClinic({
      exam_services: ['imagenologia', 'laboratorio', 'vacunatorio'],
      booking_groups: [
        { ...base, key: 'images', name: 'Imágenes', description: 'Ecografía y tomografía', kind: 'imaging' },
        { ...base, key: 'samples', name: 'Toma de muestras', description: null, services: ['laboratorio'] },
      ],
    })
    await renderPortal(address, { as: 'patient' })
    const services = await screen.findByRole('navigation', { name: '¿Qué necesitas reservar?' })
    expect(
      within(services)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'ImágenesEcografía y tomografía',
      'Toma de muestras',
      'VacunatorioVacunas para niños y adultos',
    ])
  })

  test.each([
    ['laboratorio', 'Reserva de hora laboratorio', ['Laboratorio: sangre', 'Laboratorio Maipú']],
    ['maipu_examenes', 'Reserva de exámenes Maipú', ['Radiografía', 'Laboratorio Maipú']],
    [
      'providencia_examenes',
      'Reserva de exámenes Providencia',
      ['Radiografía', 'Resonancia magnética', 'Laboratorio: sangre', 'Vacunatorio', 'Banco de sangre'],
    ],
  ] as const)('the entry page «%s» offers its own services', async (step, title, offered) => {
    const { user } = await renderPortal(`${address}?paso=${step}&tipo=adulto`, { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Prestación' })).toBeEnabled())
    await user.click(screen.getByRole('combobox', { name: 'Prestación' }))
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(offered)
  })

  test('a single specialty is chosen automatically: vaccination has one, and no part of the body', async () => {
    offer(buildExam({ id: 9, text: 'Vacunación', part: null }))
    const { user } = await renderPortal(`${address}?paso=vacunatorio&tipo=adulto`, { as: 'patient' })
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Prestación' })).toHaveValue('Vacunatorio'),
    )
    expect(screen.queryByRole('button', { name: 'Tronco' })).not.toBeInTheDocument()
    await pick(user, 'Examen', 'Vacunación')
    expect(requestsTo(examCatalogueEndpoints.exams)[0]?.body).toEqual({
      type: 'adulto',
      specialty_code: '359',
      part: null,
      idOffice: 0,
    })
    await user.click(goOn())
    expect(shown).toHaveBeenCalledWith(expect.stringContaining('exam_id=9'))
  })
})

describe('the exam', () => {
  test('an exam is chosen step by step, and the address stores only its codes', async () => {
    const { user, path } = await renderPortal(`${address}?paso=imagenologia`, { as: 'patient' })
    expect(await screen.findByRole('combobox', { name: 'Prestación' })).toBeDisabled()
    expect(screen.getByText('Para continuar, elige el tipo de paciente.')).toBeVisible()
    expect(goOn()).toBeDisabled()
    await user.click(screen.getByRole('radio', { name: /Adulto/ }))
    expect(requestsTo(examCatalogueEndpoints.specialties)[0]?.body).toEqual({ type_patient: 'adulto' })
    await pick(user, 'Prestación', 'Resonancia magnética')
    await user.click(screen.getByRole('radio', { name: 'Tronco' }))
    await pick(user, 'Examen', lumbar.text)
    expect(requestsTo(examCatalogueEndpoints.exams).map(({ body }) => body)).toEqual([
      { type: 'adulto', specialty_code: 'RM', part: 'tronco', idOffice: 0 },
    ])
    expect(path()).toBe(ofLumbar)
    expect(await screen.findByText('Llega antes.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Descargar indicaciones (PDF)' })).toHaveAttribute(
      'href',
      '/agenda/v1/indications/exam-rm.pdf',
    )
    expect(goOn()).toBeEnabled()
  })

  test('another kind of patient clears all later choices and keeps the focus', async () => {
    const { user, path } = await renderPortal(ofLumbar, { as: 'patient' })
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue(lumbar.text))
    expect(screen.getByText(/escáner y resonancia tienen condiciones especiales/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: /Pediátrico/ }))
    expect(path()).toBe(`${address}?paso=imagenologia&tipo=pediatrica`)
    expect(screen.getByRole('radio', { name: /Pediátrico/ })).toHaveFocus()
    expect(screen.getByRole('combobox', { name: 'Prestación' })).toHaveValue('')
    expect(screen.queryByText('Indicaciones del examen')).not.toBeInTheDocument()
    expect(screen.queryByText(/condiciones especiales/)).not.toBeInTheDocument()
  })

  test('another part of the body clears the exam', async () => {
    const { user, path } = await renderPortal(ofLumbar, { as: 'patient' })
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue(lumbar.text))
    await user.click(screen.getByRole('radio', { name: 'Cabeza' }))
    expect(path()).toBe(`${address}?paso=imagenologia&tipo=adulto&prestacion=RM&parte=cabeza`)
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue(''))
  })

  test('the figure works by keyboard, matches the list, and announces its choice', async () => {
    const { user, path } = await renderPortal(`${address}?paso=imagenologia&tipo=adulto&prestacion=RM`, {
      as: 'patient',
    })
    const torso = await screen.findByRole('button', { name: 'Tronco' })
    expect(torso).toHaveAttribute('aria-pressed', 'false')
    torso.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toContain('parte=tronco'))
    expect(screen.getByRole('radio', { name: 'Tronco' })).toBeChecked()
    expect(torso).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByText('Parte del cuerpo elegida: Tronco')).toHaveAttribute('role', 'status')
    await user.click(screen.getByRole('radio', { name: 'Piernas' }))
    expect(screen.getByRole('button', { name: 'Piernas' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('button', { name: 'Tronco' })).toHaveAttribute('aria-pressed', 'false')
  })

  test('an exam with contrast says what patients of 70 or older need, and other exams do not', async () => {
    const contrast = buildExam({ id: 6, text: 'Con contraste', contrast: true, creatinine_70_plus: true })
    offer(lumbar, contrast)
    const { user } = await renderPortal(ofLumbar, { as: 'patient' })
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue(lumbar.text))
    expect(screen.queryByText(/creatinina de no más de 30 días/)).not.toBeInTheDocument()
    await pick(user, 'Examen', 'Con contraste')
    expect(await screen.findByText(/creatinina de no más de 30 días/)).toBeVisible()
  })

  test('an exam whose indications fail to load can be booked', async () => {
    mockEndpoint(examCatalogueEndpoints.indications, new ApiError('unavailable'))
    await renderPortal(ofLumbar, { as: 'patient' })
    expect(await screen.findByText(/No pudimos cargar las indicaciones/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /PDF/ })).not.toBeInTheDocument()
    expect(goOn()).toBeEnabled()
  })

  test('a list that fails to load says so at its field and can be retried', async () => {
    mockEndpoint(examCatalogueEndpoints.specialties, new ApiError('badJson'))
    const { user } = await renderPortal(`${address}?paso=imagenologia&tipo=adulto`, { as: 'patient' })
    const alert = await screen.findByRole('alert')
    mockEndpoint(examCatalogueEndpoints.specialties, { data: [] })
    await user.click(within(alert).getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByText('No hay prestaciones para este tipo de paciente.')).toBeVisible()
  })

  test('a part of the body without exams says so', async () => {
    offer()
    await renderPortal(`${address}?paso=imagenologia&tipo=adulto&prestacion=RM&parte=brazos`, {
      as: 'patient',
    })
    expect(
      await screen.findByText(/No hay exámenes de esta prestación para esa parte del cuerpo/),
    ).toBeVisible()
  })
})

describe('how an appointment is booked', () => {
  const simple = (way_to_schedule: BookableExam['way_to_schedule'], more: Partial<BookableExam> = {}) => {
    offer(buildExam({ way_to_schedule, ...more }))
    return `${address}?paso=imagenologia&tipo=adulto&prestacion=RX&parte=tronco&examen=1`
  }
  const ready = () => waitFor(() => expect(goOn()).toBeEnabled())

  test('an online exam for the user opens the window with the choices and no data of the user', async () => {
    const { user, path } = await renderPortal(simple('online'), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(await screen.findByRole('heading', { level: 2, name: 'Reserva tu hora' })).toBeVisible()
    const window = new URL(shown.mock.calls[0]?.[0] ?? '')
    expect(window.pathname).toBe('/reservas')
    expect(Object.fromEntries(window.searchParams)).toEqual({
      spec_id: 'RX',
      exam_id: '1',
      agenda_imagenologia: 'true',
      utm_source: 'mi-portal',
      utm_medium: 'web',
      utm_campaign: 'agenda',
    })
    expect(opened.mock.results[0]?.value).toHaveProperty('opener', null)
    expect(path()).toContain('paso=reserva&desde=imagenologia')
    await user.click(screen.getByRole('link', { name: 'TERMINAR' }))
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  test('an exam that only one site offers opens the window with that site', async () => {
    const { user } = await renderPortal(simple('online', { office_ids: [239] }), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(shown.mock.calls[0]?.[0]).toContain('office_id=MAIPU')
  })

  test('a blocked window is reported and opens with a link', async () => {
    opened.mockReturnValue(null)
    const { user } = await renderPortal(simple('online'), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(await screen.findByText('Tu navegador bloqueó la ventana de reserva')).toBeVisible()
    const link = screen.getByRole('link', { name: 'ABRIR LA VENTANA' })
    expect(link).toHaveAttribute('href', expect.stringContaining('/reservas?spec_id=RX&exam_id=1'))
  })

  test('a walk-in exam says where and when to come', async () => {
    const { user } = await renderPortal(simple('presencial', { office_ids: [2] }), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: 'No necesitas reservar hora' })).toBeVisible()
    expect(screen.getByText(/domingos y festivos de 09:00 a 19:30 h/)).toBeVisible()
    expect(await screen.findByText('Av. Uno 100')).toBeVisible()
    expect(screen.queryByText('Av. Dos 200')).not.toBeInTheDocument()
    expect(opened).not.toHaveBeenCalled()
  })

  test('a call-centre exam shows the number and leads to the contact request', async () => {
    const { user, path } = await renderPortal(simple('callcenter'), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(await screen.findByRole('link', { name: '2 2362 5400' })).toHaveAttribute('href', 'tel:223625400')
    await user.click(screen.getByRole('button', { name: 'QUIERO QUE ME LLAMEN' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Solicitar contacto' })).toHaveFocus())
    expect(path()).toContain('paso=solicitar-contacto')
    await user.click(screen.getByRole('link', { name: 'Volver atrás' }))
    expect(await screen.findByRole('heading', { name: 'Reserva con nuestro call center' })).toBeVisible()
  })

  test("a child's age is asked when the exam needs it, and a child under eight is sent to the call centre", async () => {
    offer(buildExam({ under_8_callcenter: true }))
    const { user } = await renderPortal(
      `${address}?paso=imagenologia&tipo=pediatrica&prestacion=RX&parte=tronco&examen=1`,
      { as: 'patient' },
    )
    const group = await screen.findByRole('group', { name: '¿El paciente tiene menos de 8 años?' })
    expect(goOn()).toBeDisabled()
    await user.click(within(group).getByRole('radio', { name: 'Sí' }))
    await user.click(goOn())
    expect(await screen.findByText(/Para menores de 8 años la hora de/)).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Volver atrás' }))
    await user.click(await screen.findByRole('radio', { name: 'No' }))
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: 'Reserva tu hora' })).toBeVisible()
  })

  test('the address alone does not open a later step', async () => {
    const { path } = await renderPortal(
      simple('callcenter').replace('paso=imagenologia', 'paso=reserva&desde=imagenologia'),
      { as: 'patient' },
    )
    await waitFor(() => expect(path()).toContain('paso=imagenologia'))
    expect(await screen.findByRole('heading', { name: 'Reserva de hora imagenología' })).toBeVisible()
  })

  test('the address alone does not open the final thanks', async () => {
    const { path } = await renderPortal(
      simple('callcenter').replace('paso=imagenologia', 'paso=thank-you-page&desde=imagenologia'),
      { as: 'patient' },
    )
    await waitFor(() => expect(path()).toContain('paso=imagenologia'))
  })
})

describe('the questionnaire', () => {
  test('the questionnaire needs every answer, and an answer pressed again is removed', async () => {
    const { user } = await renderPortal(ofLumbar, { as: 'patient' })
    await waitFor(() => expect(goOn()).toBeEnabled())
    await user.click(goOn())
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Cuestionario previo' })).toHaveFocus())
    await respond(user, 'No', 'No')
    expect(screen.getByText('2 de 3 respondidas')).toBeVisible()
    expect(goOn()).toBeDisabled()
    expect(screen.getByText('Responde todas las preguntas para continuar.')).toBeVisible()
    await respond(user, 'Sí')
    const [first] = screen.getAllByRole('group')
    expect(within(first as HTMLElement).getByRole('button', { name: 'No' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await respond(user, 'Sí')
    expect(within(first as HTMLElement).getByRole('button', { name: 'Sí' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    expect(screen.getByText('1 de 3 respondidas')).toBeVisible()
  })

  test('a questionnaire with only negative answers opens the window', async () => {
    const { user, path } = await renderPortal(atQuestions, { as: 'patient' })
    await respond(user, 'No', 'No', 'No')
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: 'Reserva tu hora' })).toBeVisible()
    expect(shown.mock.calls[0]?.[0]).toContain('office_id=PROVIDENCIA')
    expect(path()).not.toMatch(/marcapasos|respuest|answers/)
  })

  test('the questionnaire keeps the answers in memory while the user goes back and forth', async () => {
    const { user, back, path } = await renderPortal(atQuestions, { as: 'patient' })
    await respond(user, 'No', 'Sí', 'No')
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: 'Solicitar contacto' })).toBeVisible()
    await back()
    expect(await screen.findByText('3 de 3 respondidas')).toBeVisible()
    expect(path()).toBe(atQuestions)
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('marcapasos')
  })

  test('after a reload the questionnaire is asked again, because the answers are not stored in the browser', async () => {
    const { path } = await renderPortal(atQuestions.replace('paso=questions', 'paso=solicitar-contacto'), {
      as: 'patient',
    })
    expect(await screen.findByRole('heading', { name: 'Cuestionario previo' })).toBeVisible()
    expect(path()).toBe(atQuestions)
  })

  test('the questionnaire of a call-centre exam comes before the number', async () => {
    offer({ ...lumbar, way_to_schedule: 'callcenter' })
    const { user } = await renderPortal(atQuestions, { as: 'patient' })
    await respond(user, 'No', 'No', 'No')
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: 'Reserva con nuestro call center' })).toBeVisible()
  })

  test('the answers to the questionnaire are stored for the patient before the window opens', async () => {
    const { user } = await renderPortal(atQuestions, { as: 'patient' })
    await respond(user, 'No', 'No', 'No')
    await user.click(goOn())
    expect(await screen.findByRole('heading', { level: 2, name: 'Reserva tu hora' })).toBeVisible()
    expect(requestsTo(questionnaireEndpoints.answerQuestionnaire).map(({ body }) => body)).toEqual([
      {
        patient_id: 7,
        answers: [
          { id: 'p0', yes: false },
          { id: 'p1', yes: false },
          { id: 'p2', yes: false },
        ],
      },
    ])
  })

  test('answers that cannot be stored are kept on the page, and the empty window is closed', async () => {
    mockEndpoint(questionnaireEndpoints.answerQuestionnaire, new ApiError('badJson'))
    const close = vi.fn()
    opened.mockReturnValue({ opener: null, location: { replace: shown }, close })
    const { user } = await renderPortal(atQuestions, { as: 'patient' })
    await respond(user, 'No', 'No', 'No')
    await user.click(goOn())
    expect(await screen.findByText(/Tus respuestas siguen aquí/)).toBeVisible()
    expect(close).toHaveBeenCalledOnce()
    expect(shown).not.toHaveBeenCalled()
    expect(screen.getByText('3 de 3 respondidas')).toBeVisible()
  })

  test('the questionnaire of a child asks about the child, and the contact request starts with the child’s data', async () => {
    mockEndpoint(familyMemberEndpoints.group, { familyGroup: [buildMember()] })
    mockEndpoint(questionnaireEndpoints.examQuestionnaire, ({ query }) => ({
      data:
        query.get('patient_id') === '9'
          ? {
              ...demanded,
              questionnaire: demanded.questionnaire && {
                ...demanded.questionnaire,
                questions: [{ id: 'p0', text: '¿Tiene marcapasos?' }],
              },
            }
          : demanded,
    }))
    const { user, path } = await renderPortal(ofLumbar, { as: 'patient' })
    expect(await screen.findByText('Para continuar, elige para quién es el examen.')).toBeVisible()
    expect(goOn()).toBeDisabled()
    await user.selectOptions(
      screen.getByRole('combobox', { name: '¿Para quién es el examen?' }),
      'Martina Ignacia Soto',
    )
    await waitFor(() => expect(goOn()).toBeEnabled())
    await user.click(goOn())
    expect(await screen.findByText('¿Tiene marcapasos?')).toBeVisible()
    expect(screen.getByText('Las preguntas son sobre Martina Ignacia.')).toBeVisible()
    expect(path()).toContain('paciente=9')
    await respond(user, 'Sí')
    await user.click(goOn())
    expect(await screen.findByRole('textbox', { name: 'Nombre' })).toHaveValue('Martina Ignacia')
    expect(screen.getByRole('textbox', { name: 'RUT' })).toHaveValue('23456789-6')
    expect(screen.getByRole('textbox', { name: 'Teléfono' })).toHaveValue('912345678')
    expect(screen.getByText(/Un profesional debe revisar el caso de Martina Ignacia/)).toBeVisible()
  })

  test('a person in the address for whom the user cannot book exams is never replaced by the user', async () => {
    const { user, path } = await renderPortal(`${ofLumbar}&paciente=99`, { as: 'patient' })
    expect(await screen.findByText('Para continuar, elige para quién es el examen.')).toBeVisible()
    expect(goOn()).toBeDisabled()
    await user.selectOptions(
      screen.getByRole('combobox', { name: '¿Para quién es el examen?' }),
      screen.getByRole('option', { name: /\(tú\)/ }),
    )
    await waitFor(() => expect(goOn()).toBeEnabled())
    expect(path()).not.toContain('paciente=99')
  })

  test('a questionnaire that fails to load offers a retry', async () => {
    mockEndpoint(questionnaireEndpoints.examQuestionnaire, new ApiError('badJson'))
    await renderPortal(atQuestions, { as: 'patient' })
    expect(await screen.findByRole('button', { name: 'REINTENTAR' })).toBeVisible()
  })
})

describe('the contact request', () => {
  beforeEach(async () => {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 2,
      deriveKey,
      hmacSignatureSecret: 'secreto',
      expiresAt: new Date(Date.now() + 600_000),
    })
    mockEndpoint(robotCheckEndpoints.challenge, challenge)
    mockEndpoint(callRequestEndpoints.contact, { data: { id: 12 } })
  })

  async function reachForm() {
    const opened = await renderPortal(atQuestions, { as: 'patient' })
    await respond(opened.user, 'No', 'Sí', 'No')
    await opened.user.click(goOn())
    await screen.findByRole('textbox', { name: 'Nombre' })
    return opened
  }
  const send = () => screen.getByRole('button', { name: 'SOLICITAR CONTACTO' })

  test('the contact request starts with the known data, sends answers and a solved robot check once, and thanks', async () => {
    const { user, path, back } = await reachForm()
    expect(screen.getByRole('textbox', { name: 'RUT' })).toHaveValue('12345678-5')
    await waitFor(() => expect(send()).toBeEnabled())
    await user.dblClick(send())
    expect(
      await screen.findByRole('heading', { name: '¡Gracias! Recibimos tu solicitud' }, { timeout: 4000 }),
    ).toBeVisible()
    expect(requestsTo(robotCheckEndpoints.challenge)[0]?.query.get('form')).toBe('contact')
    expect(requestsTo(callRequestEndpoints.contact)).toHaveLength(1)
    const form = requestsTo(callRequestEndpoints.contact)[0]?.body as FormData
    const { altcha, ...fields } = Object.fromEntries(form)
    expect(JSON.parse(atob(String(altcha)))).toHaveProperty('solution')
    expect(fields).toEqual({
      name: 'Camila Andrea',
      lastName: 'Fuentes Rojas',
      rut: '12345678-5',
      email: 'camila@ejemplo.cl',
      phone: '912345678',
      action: 'contact_request',
      typeExamen: lumbar.text,
      patient_id: '7',
      'questions[0][question]': '¿Tienes marcapasos?',
      'questions[0][yes]': '0',
      'questions[0][no]': '1',
      'questions[1][question]': '¿Tienes clips?',
      'questions[1][yes]': '1',
      'questions[1][no]': '0',
      'questions[2][question]': '¿Tienes prótesis?',
      'questions[2][yes]': '0',
      'questions[2][no]': '1',
    })
    await back()
    expect(await screen.findByRole('heading', { name: 'Cuestionario previo' })).toBeVisible()
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: '¡Gracias! Recibimos tu solicitud' })).toBeVisible()
    expect(requestsTo(callRequestEndpoints.contact)).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'SEGUIR NAVEGANDO' }))
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  test('the contact request shows each field error and cannot be sent with errors', async () => {
    mockEndpoint(peopleEndpoints.one, {
      data: buildPatient({ document_type_id: 2, document_number: 'P1234567', phone: null }),
    })
    const { user } = await reachForm()
    expect(screen.getByRole('textbox', { name: 'RUT' })).toHaveValue('')
    expect(send()).toBeDisabled()
    expect(screen.getByText('Completa todos los campos para enviar.')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'RUT' }), '12345678-0')
    await user.clear(screen.getByRole('textbox', { name: 'Nombre' }))
    await user.clear(screen.getByRole('textbox', { name: 'Correo electrónico' }))
    await user.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), 'camila')
    await user.type(screen.getByRole('textbox', { name: 'Teléfono' }), '12a')
    await user.tab()
    expect(await screen.findByText('Registre un RUT válido')).toBeVisible()
    expect(screen.getByText('Este campo es requerido')).toBeVisible()
    expect(screen.getByText('Registre un correo electrónico válido')).toBeVisible()
    expect(screen.getByText('Digita Teléfono válido')).toBeVisible()
    expect(send()).toBeDisabled()
  })

  test('a contact request that fails says why, keeps its text and can be sent again', async () => {
    mockEndpoint(callRequestEndpoints.contact, new ApiError('tooMany'))
    const { user } = await reachForm()
    await user.clear(screen.getByRole('textbox', { name: 'Nombre' }))
    await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Cami')
    await waitFor(() => expect(send()).toBeEnabled())
    await user.click(send())
    expect(await screen.findByText(new ApiError('tooMany').message, {}, { timeout: 4000 })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Cami')
    mockEndpoint(callRequestEndpoints.contact, { data: { id: 13 } })
    await user.click(send())
    expect(
      await screen.findByRole('heading', { name: '¡Gracias! Recibimos tu solicitud' }, { timeout: 4000 }),
    ).toBeVisible()
  })

  test("the contact request starts empty when the user's data cannot be read", async () => {
    mockEndpoint(peopleEndpoints.one, new ApiError('unavailable'))
    await reachForm()
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('')
  })

  test('a contact request interrupted by the end of the session is offered back to the same user', async () => {
    const { user } = await reachForm()
    await user.clear(screen.getByRole('textbox', { name: 'Nombre' }))
    await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Cami')
    closeSession('expired')
    document.body.innerHTML = ''
    const again = await renderPortal(atQuestions.replace('paso=questions', 'paso=solicitar-contacto'), {
      as: 'patient',
    })
    await again.user.click(await screen.findByRole('button', { name: 'Volver a poner lo escrito' }))
    expect(screen.getByText('3 de 3 respondidas')).toBeVisible()
    await again.user.click(goOn())
    expect(await screen.findByRole('textbox', { name: 'Nombre' })).toHaveValue('Cami')
  })
})
