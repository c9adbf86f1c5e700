import { ApiError } from '@mi-portal/contract/api-error'
import { callRequestEndpoints } from '@mi-portal/contract/booking/call-request'
import { type BookableExam, examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { type ExamQuestionnaire, questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildMember } from '../../../../test/family.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
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
  test.each([
    ['laboratorio', 'Reserva de hora laboratorio', ['Laboratorio: sangre', 'Laboratorio Maipú']],
    ['maipu_examenes', 'Reserva de exámenes Maipú', ['Radiografía', 'Laboratorio Maipú']],
  ] as const)('the entry page «%s» offers its own services', async (step, title, offered) => {
    const { user } = await renderPage(`${address}?paso=${step}&tipo=adulto`, { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Prestación' })).toBeEnabled())
    await user.click(screen.getByRole('combobox', { name: 'Prestación' }))
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(offered)
  })
})

describe('the exam', () => {
  test('an exam is chosen step by step, and the address stores only its codes', async () => {
    const { user, path } = await renderPage(`${address}?paso=imagenologia`, { as: 'patient' })
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

  test('the figure works by keyboard, matches the list, and announces its choice', async () => {
    const { user, path } = await renderPage(`${address}?paso=imagenologia&tipo=adulto&prestacion=RM`, {
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
    const { user } = await renderPage(ofLumbar, { as: 'patient' })
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue(lumbar.text))
    expect(screen.queryByText(/creatinina de no más de 30 días/)).not.toBeInTheDocument()
    await pick(user, 'Examen', 'Con contraste')
    expect(await screen.findByText(/creatinina de no más de 30 días/)).toBeVisible()
  })

  test('a list that fails to load says so at its field and can be retried', async () => {
    mockEndpoint(examCatalogueEndpoints.specialties, new ApiError('badJson'))
    const { user } = await renderPage(`${address}?paso=imagenologia&tipo=adulto`, { as: 'patient' })
    const alert = await screen.findByRole('alert')
    mockEndpoint(examCatalogueEndpoints.specialties, { data: [] })
    await user.click(within(alert).getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByText('No hay prestaciones para este tipo de paciente.')).toBeVisible()
  })
})

describe('how an appointment is booked', () => {
  const simple = (way_to_schedule: BookableExam['way_to_schedule'], more: Partial<BookableExam> = {}) => {
    offer(buildExam({ way_to_schedule, ...more }))
    return `${address}?paso=imagenologia&tipo=adulto&prestacion=RX&parte=tronco&examen=1`
  }
  const ready = () => waitFor(() => expect(goOn()).toBeEnabled())

  test('an online exam for the user opens the window with the choices and no data of the user', async () => {
    const { user, path } = await renderPage(simple('online'), { as: 'patient' })
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

  test('a blocked window is reported and opens with a link', async () => {
    opened.mockReturnValue(null)
    const { user } = await renderPage(simple('online'), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(await screen.findByText('Tu navegador bloqueó la ventana de reserva')).toBeVisible()
    const link = screen.getByRole('link', { name: 'ABRIR LA VENTANA' })
    expect(link).toHaveAttribute('href', expect.stringContaining('/reservas?spec_id=RX&exam_id=1'))
  })

  test('a walk-in exam says where and when to come', async () => {
    const { user } = await renderPage(simple('presencial', { office_ids: [2] }), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: 'No necesitas reservar hora' })).toBeVisible()
    expect(screen.getByText(/domingos y festivos de 09:00 a 19:30 h/)).toBeVisible()
    expect(await screen.findByText('Avenida Los Arrayanes 1480, Providencia')).toBeVisible()
    expect(screen.queryByText('Avenida El Quillay 2035, Maipú')).not.toBeInTheDocument()
    expect(opened).not.toHaveBeenCalled()
  })

  test('a call-centre exam shows the number and leads to the contact request', async () => {
    const { user, path } = await renderPage(simple('callcenter'), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(await screen.findByRole('link', { name: '2 2362 5400' })).toHaveAttribute('href', 'tel:223625400')
    await user.click(screen.getByRole('button', { name: 'QUIERO QUE ME LLAMEN' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Solicitar contacto' })).toHaveFocus())
    expect(path()).toContain('paso=solicitar-contacto')
    await user.click(screen.getByRole('link', { name: 'Volver atrás' }))
    expect(await screen.findByRole('heading', { name: 'Reserva con nuestro call center' })).toBeVisible()
  })
})

describe('the questionnaire', () => {
  test('the questionnaire needs every answer, and an answer pressed again is removed', async () => {
    const { user } = await renderPage(ofLumbar, { as: 'patient' })
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

  test('the answers to the questionnaire are stored for the patient before the window opens', async () => {
    const { user } = await renderPage(atQuestions, { as: 'patient' })
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
    const { user } = await renderPage(atQuestions, { as: 'patient' })
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
    const { user, path } = await renderPage(ofLumbar, { as: 'patient' })
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
    const { user, path } = await renderPage(`${ofLumbar}&paciente=99`, { as: 'patient' })
    expect(await screen.findByText('Para continuar, elige para quién es el examen.')).toBeVisible()
    expect(goOn()).toBeDisabled()
    await user.selectOptions(
      screen.getByRole('combobox', { name: '¿Para quién es el examen?' }),
      screen.getByRole('option', { name: /\(tú\)/ }),
    )
    await waitFor(() => expect(goOn()).toBeEnabled())
    expect(path()).not.toContain('paciente=99')
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
    const opened = await renderPage(atQuestions, { as: 'patient' })
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
    expect(await screen.findByRole('heading', { name: '¡Gracias! Recibimos tu solicitud' })).toBeVisible()
    expect(requestsTo(robotCheckEndpoints.challenge)[0]?.query.get('form')).toBe('contact')
    expect(requestsTo(callRequestEndpoints.contact)).toHaveLength(1)
    const form = requestsTo(callRequestEndpoints.contact)[0]?.body as FormData
    const { altcha, ...fields } = Object.fromEntries(form)
    expect(JSON.parse(atob(String(altcha)))).toHaveProperty('solution')
    expect(fields).toMatchObject({
      name: 'Camila Andrea',
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
    expect(await screen.findByRole('heading', { name: 'Cuestionario previo' })).toBeVisible()
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: '¡Gracias! Recibimos tu solicitud' })).toBeVisible()
    expect(requestsTo(callRequestEndpoints.contact)).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'SEGUIR NAVEGANDO' }))
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  test('a contact request that fails says why, keeps its text and can be sent again', async () => {
    mockEndpoint(callRequestEndpoints.contact, new ApiError('tooMany'))
    const { user } = await reachForm()
    await user.clear(screen.getByRole('textbox', { name: 'Nombre' }))
    await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Cami')
    await waitFor(() => expect(send()).toBeEnabled())
    await user.click(send())
    expect(await screen.findByText(new ApiError('tooMany').message)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Cami')
    mockEndpoint(callRequestEndpoints.contact, { data: { id: 13 } })
    await user.click(send())
    expect(await screen.findByRole('heading', { name: '¡Gracias! Recibimos tu solicitud' })).toBeVisible()
  })

  test('a contact request interrupted by the end of the session is offered back to the same user', async () => {
    const { user } = await reachForm()
    await user.clear(screen.getByRole('textbox', { name: 'Nombre' }))
    await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Cami')
    closeSession('expired')
    document.body.innerHTML = ''
    const again = await renderPage(atQuestions.replace('paso=questions', 'paso=solicitar-contacto'), {
      as: 'patient',
    })
    await again.user.click(await screen.findByRole('button', { name: 'Volver a poner lo escrito' }))
    expect(screen.getByText('3 de 3 respondidas')).toBeVisible()
    await again.user.click(goOn())
    expect(await screen.findByRole('textbox', { name: 'Nombre' })).toHaveValue('Cami')
  })
})
