import { bookingEndpoints } from '@mi-portal/contract/booking'
import { type BookableExam, examBookingEndpoints } from '@mi-portal/contract/exam-booking'
import { Failure } from '@mi-portal/contract/failure'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, asked } from '../../../../test/answer.ts'
import { buildPatient } from '../../../../test/build.ts'
import { open } from '../../../../test/open.tsx'
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

/** The exams of every specialty; those of a test stand for one specialty. */
function offer(...exams: BookableExam[]) {
  answer(examBookingEndpoints.exams, { data: exams })
}

const shown = vi.fn<(url: string) => void>()
const opened = vi.fn<() => { opener: unknown; location: { replace: typeof shown } } | null>()

beforeEach(() => {
  shown.mockReset()
  opened.mockReset().mockReturnValue({ opener: 'esta ventana', location: { replace: shown } })
  vi.stubGlobal('open', () => opened())
  answer(bookingEndpoints.token, {
    token: 'llave-de-agenda',
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  })
  answer(bookingEndpoints.offices, {
    data: [
      { office_id: 'PROVIDENCIA', id: 2, name: 'Providencia', address: 'Av. Uno 100', phone: '1' },
      { office_id: 'MAIPU', id: 239, name: 'Maipú', address: 'Av. Dos 200', phone: '2' },
    ],
  })
  answer(examBookingEndpoints.specialties, {
    data: specialties.map((one) => ({ ...one, office_ids: [...one.office_ids] })),
  })
  answer(examBookingEndpoints.questionnaires, {
    data: [{ key: 'resonancia', title: 'Encuesta', intro: 'Responde todo.', applies_to: ['RM'], questions }],
  })
  answer(examBookingEndpoints.indications, {
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
  test('offers the services and the sites, and says when exams need no hour', async () => {
    const { user, path } = await open(address, { as: 'patient' })
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

  test.each([
    ['laboratorio', 'Reserva de hora laboratorio', ['Laboratorio: sangre', 'Laboratorio Maipú']],
    ['maipu_examenes', 'Reserva de exámenes Maipú', ['Radiografía', 'Laboratorio Maipú']],
    [
      'providencia_examenes',
      'Reserva de exámenes Providencia',
      ['Radiografía', 'Resonancia magnética', 'Laboratorio: sangre', 'Vacunatorio', 'Banco de sangre'],
    ],
  ] as const)('%s offers what belongs there', async (step, title, offered) => {
    const { user } = await open(`${address}?paso=${step}&tipo=adulto`, { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Prestación' })).toBeEnabled())
    await user.click(screen.getByRole('combobox', { name: 'Prestación' }))
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(offered)
  })

  test('what leaves no choice is chosen: vaccination has one service and no part of the body', async () => {
    offer(buildExam({ id: 9, text: 'Vacunación', part: null }))
    const { user } = await open(`${address}?paso=vacunatorio&tipo=adulto`, { as: 'patient' })
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Prestación' })).toHaveValue('Vacunatorio'),
    )
    expect(screen.queryByRole('button', { name: 'Tronco' })).not.toBeInTheDocument()
    await pick(user, 'Examen', 'Vacunación')
    expect(asked(examBookingEndpoints.exams)[0]?.body).toEqual({
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
  test('is chosen step by step, and its codes alone stand in the address', async () => {
    const { user, path } = await open(`${address}?paso=imagenologia`, { as: 'patient' })
    expect(await screen.findByRole('combobox', { name: 'Prestación' })).toBeDisabled()
    expect(screen.getByText('Para continuar, elige el tipo de paciente.')).toBeVisible()
    expect(goOn()).toBeDisabled()
    await user.click(screen.getByRole('radio', { name: /Adulto/ }))
    expect(asked(examBookingEndpoints.specialties)[0]?.body).toEqual({ type_patient: 'adulto' })
    await pick(user, 'Prestación', 'Resonancia magnética')
    await user.click(screen.getByRole('radio', { name: 'Tronco' }))
    await pick(user, 'Examen', lumbar.text)
    expect(asked(examBookingEndpoints.exams).map(({ body }) => body)).toEqual([
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

  test('another kind of patient undoes all that was chosen, and keeps the focus', async () => {
    const { user, path } = await open(ofLumbar, { as: 'patient' })
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue(lumbar.text))
    expect(screen.getByText(/escáner y resonancia tienen condiciones especiales/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: /Pediátrico/ }))
    expect(path()).toBe(`${address}?paso=imagenologia&tipo=pediatrica`)
    expect(screen.getByRole('radio', { name: /Pediátrico/ })).toHaveFocus()
    expect(screen.getByRole('combobox', { name: 'Prestación' })).toHaveValue('')
    expect(screen.queryByText('Indicaciones del examen')).not.toBeInTheDocument()
    expect(screen.queryByText(/condiciones especiales/)).not.toBeInTheDocument()
  })

  test('another part of the body undoes the exam', async () => {
    const { user, path } = await open(ofLumbar, { as: 'patient' })
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue(lumbar.text))
    await user.click(screen.getByRole('radio', { name: 'Cabeza' }))
    expect(path()).toBe(`${address}?paso=imagenologia&tipo=adulto&prestacion=RM&parte=cabeza`)
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue(''))
  })

  test('the figure works by keyboard, goes with the list, and what it chooses is said aloud', async () => {
    const { user, path } = await open(`${address}?paso=imagenologia&tipo=adulto&prestacion=RM`, {
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

  test('with contrast says what whoever is 70 or older needs; without it does not', async () => {
    const contrast = buildExam({ id: 6, text: 'Con contraste', contrast: true, creatinine_70_plus: true })
    offer(lumbar, contrast)
    const { user } = await open(ofLumbar, { as: 'patient' })
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue(lumbar.text))
    expect(screen.queryByText(/creatinina de no más de 30 días/)).not.toBeInTheDocument()
    await pick(user, 'Examen', 'Con contraste')
    expect(await screen.findByText(/creatinina de no más de 30 días/)).toBeVisible()
  })

  test('without indications goes on all the same', async () => {
    answer(examBookingEndpoints.indications, new Failure('unavailable'))
    await open(ofLumbar, { as: 'patient' })
    expect(await screen.findByText(/No pudimos cargar las indicaciones/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /PDF/ })).not.toBeInTheDocument()
    expect(goOn()).toBeEnabled()
  })

  test('lists that cannot be fetched say so where they stand, and are tried again', async () => {
    answer(examBookingEndpoints.specialties, new Failure('badJson'))
    const { user } = await open(`${address}?paso=imagenologia&tipo=adulto`, { as: 'patient' })
    const alert = await screen.findByRole('alert')
    answer(examBookingEndpoints.specialties, { data: [] })
    await user.click(within(alert).getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByText('No hay prestaciones para este tipo de paciente.')).toBeVisible()
  })

  test('a part of the body without exams says so', async () => {
    offer()
    await open(`${address}?paso=imagenologia&tipo=adulto&prestacion=RM&parte=brazos`, { as: 'patient' })
    expect(
      await screen.findByText(/No hay exámenes de esta prestación para esa parte del cuerpo/),
    ).toBeVisible()
  })
})

describe('how an hour is had', () => {
  const simple = (way_to_schedule: BookableExam['way_to_schedule'], more: Partial<BookableExam> = {}) => {
    offer(buildExam({ way_to_schedule, ...more }))
    return `${address}?paso=imagenologia&tipo=adulto&prestacion=RX&parte=tronco&examen=1`
  }
  const ready = () => waitFor(() => expect(goOn()).toBeEnabled())

  test('online: the window opens with what was chosen and nothing about the person', async () => {
    const { user, path } = await open(simple('online'), { as: 'patient' })
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

  test('an exam of one site names that site; a way in through a site names it too', async () => {
    const { user } = await open(simple('online', { office_ids: [239] }), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(shown.mock.calls[0]?.[0]).toContain('office_id=MAIPU')
  })

  test('a blocked window is told, and opens by its link', async () => {
    opened.mockReturnValue(null)
    const { user } = await open(simple('online'), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(await screen.findByText('Tu navegador bloqueó la ventana de reserva')).toBeVisible()
    const link = screen.getByRole('link', { name: 'ABRIR LA VENTANA' })
    expect(link).toHaveAttribute('href', expect.stringContaining('/reservas?spec_id=RX&exam_id=1'))
  })

  test('presencial: where and when to walk in', async () => {
    const { user } = await open(simple('presencial', { office_ids: [2] }), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: 'No necesitas reservar hora' })).toBeVisible()
    expect(screen.getByText(/fines de semana y festivos de 09:00 a 19:30 h/)).toBeVisible()
    expect(await screen.findByText('Av. Uno 100')).toBeVisible()
    expect(screen.queryByText('Av. Dos 200')).not.toBeInTheDocument()
    expect(opened).not.toHaveBeenCalled()
  })

  test('callcenter: the number, and the request to be called', async () => {
    const { user, path } = await open(simple('callcenter'), { as: 'patient' })
    await ready()
    await user.click(goOn())
    expect(await screen.findByRole('link', { name: '2 2362 5400' })).toHaveAttribute('href', 'tel:223625400')
    await user.click(screen.getByRole('button', { name: 'QUIERO QUE ME LLAMEN' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Solicitar contacto' })).toHaveFocus())
    expect(path()).toContain('paso=solicitar-contacto')
    await user.click(screen.getByRole('link', { name: 'Volver atrás' }))
    expect(await screen.findByRole('heading', { name: 'Reserva con nuestro call center' })).toBeVisible()
  })

  test('under eight: asked of a child where the exam wants it, and led to the call centre', async () => {
    offer(buildExam({ under_8_callcenter: true }))
    const { user } = await open(
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

  test('a step cannot be reached by its address alone', async () => {
    const { path } = await open(
      simple('callcenter').replace('paso=imagenologia', 'paso=reserva&desde=imagenologia'),
      { as: 'patient' },
    )
    await waitFor(() => expect(path()).toContain('paso=imagenologia'))
    expect(await screen.findByRole('heading', { name: 'Reserva de hora imagenología' })).toBeVisible()
  })

  test('nor are the thanks', async () => {
    const { path } = await open(
      simple('callcenter').replace('paso=imagenologia', 'paso=thank-you-page&desde=imagenologia'),
      { as: 'patient' },
    )
    await waitFor(() => expect(path()).toContain('paso=imagenologia'))
  })
})

describe('the questionnaire', () => {
  test('wants an answer to every question; pressed again an answer is taken back', async () => {
    const { user } = await open(ofLumbar, { as: 'patient' })
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

  test('with no for all opens the window', async () => {
    const { user, path } = await open(atQuestions, { as: 'patient' })
    await respond(user, 'No', 'No', 'No')
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: 'Reserva tu hora' })).toBeVisible()
    expect(shown.mock.calls[0]?.[0]).toContain('office_id=PROVIDENCIA')
    expect(path()).not.toMatch(/marcapasos|respuest|answers/)
  })

  test('keeps the answers on the way back and forth, in memory alone', async () => {
    const { user, back, path } = await open(atQuestions, { as: 'patient' })
    await respond(user, 'No', 'Sí', 'No')
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: 'Solicitar contacto' })).toBeVisible()
    await back()
    expect(await screen.findByText('3 de 3 respondidas')).toBeVisible()
    expect(path()).toBe(atQuestions)
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('marcapasos')
  })

  test('is asked anew after a reload: nothing kept the answers', async () => {
    const { path } = await open(atQuestions.replace('paso=questions', 'paso=solicitar-contacto'), {
      as: 'patient',
    })
    expect(await screen.findByRole('heading', { name: 'Cuestionario previo' })).toBeVisible()
    expect(path()).toBe(atQuestions)
  })

  test('of a call-centre exam comes before the number', async () => {
    offer({ ...lumbar, way_to_schedule: 'callcenter' })
    const { user } = await open(atQuestions, { as: 'patient' })
    await respond(user, 'No', 'No', 'No')
    await user.click(goOn())
    expect(await screen.findByRole('heading', { name: 'Reserva con nuestro call center' })).toBeVisible()
  })

  test('that cannot be fetched says so and can be tried again', async () => {
    answer(examBookingEndpoints.questionnaires, new Failure('badJson'))
    await open(atQuestions, { as: 'patient' })
    expect(await screen.findByRole('button', { name: 'REINTENTAR' })).toBeVisible()
  })
})

describe('asking to be called', () => {
  beforeEach(async () => {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 2,
      deriveKey,
      hmacSignatureSecret: 'secreto',
      expiresAt: new Date(Date.now() + 600_000),
    })
    answer(robotCheckEndpoints.challenge, challenge)
    answer(examBookingEndpoints.contact, { data: { id: 12 } })
  })

  async function reachForm() {
    const opened = await open(atQuestions, { as: 'patient' })
    await respond(opened.user, 'No', 'Sí', 'No')
    await opened.user.click(goOn())
    await screen.findByRole('textbox', { name: 'Nombre' })
    return opened
  }
  const send = () => screen.getByRole('button', { name: 'SOLICITAR CONTACTO' })

  test('begins with what is known, sends answers and a solved check once, and thanks', async () => {
    const { user, path, back } = await reachForm()
    expect(screen.getByRole('textbox', { name: 'RUT' })).toHaveValue('12345678-5')
    await waitFor(() => expect(send()).toBeEnabled())
    await user.dblClick(send())
    expect(
      await screen.findByRole('heading', { name: '¡Gracias! Recibimos tu solicitud' }, { timeout: 4000 }),
    ).toBeVisible()
    expect(asked(robotCheckEndpoints.challenge)[0]?.query.get('form')).toBe('contact')
    expect(asked(examBookingEndpoints.contact)).toHaveLength(1)
    const form = asked(examBookingEndpoints.contact)[0]?.body as FormData
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
    expect(asked(examBookingEndpoints.contact)).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'SEGUIR NAVEGANDO' }))
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  test('says at each field what is wrong, and cannot be sent meanwhile', async () => {
    answer(peopleEndpoints.one, {
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
    expect(await screen.findByText('Registre un rut valido')).toBeVisible()
    expect(screen.getByText('Este campo es requerido')).toBeVisible()
    expect(screen.getByText('Registre un correo electronico valido')).toBeVisible()
    expect(screen.getByText('Registre un teléfono válido')).toBeVisible()
    expect(send()).toBeDisabled()
  })

  test('that fails says why, loses nothing and can be sent again', async () => {
    answer(examBookingEndpoints.contact, new Failure('tooMany'))
    const { user } = await reachForm()
    await user.clear(screen.getByRole('textbox', { name: 'Nombre' }))
    await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Cami')
    await waitFor(() => expect(send()).toBeEnabled())
    await user.click(send())
    expect(await screen.findByText(new Failure('tooMany').message, {}, { timeout: 4000 })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Cami')
    answer(examBookingEndpoints.contact, { data: { id: 13 } })
    await user.click(send())
    expect(
      await screen.findByRole('heading', { name: '¡Gracias! Recibimos tu solicitud' }, { timeout: 4000 }),
    ).toBeVisible()
  })

  test('begins empty where one’s own data cannot be read', async () => {
    answer(peopleEndpoints.one, new Failure('unavailable'))
    await reachForm()
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('')
  })

  test('cut off by the end of the session is offered back to the same person', async () => {
    const { user } = await reachForm()
    await user.clear(screen.getByRole('textbox', { name: 'Nombre' }))
    await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Cami')
    closeSession('expired')
    document.body.innerHTML = ''
    const again = await open(atQuestions.replace('paso=questions', 'paso=solicitar-contacto'), {
      as: 'patient',
    })
    await again.user.click(await screen.findByRole('button', { name: 'Recuperar' }))
    expect(screen.getByText('3 de 3 respondidas')).toBeVisible()
    await again.user.click(goOn())
    expect(await screen.findByRole('textbox', { name: 'Nombre' })).toHaveValue('Cami')
  })
})
