import { bookingEndpoints, preparationEndpoints, waitingEndpoints } from '@mi-portal/contract/booking'
import { Failure } from '@mi-portal/contract/failure'
import { familyEndpoints } from '@mi-portal/contract/family'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildBooked, buildHold, buildSlot } from '../../../../test/agenda.ts'
import { answer, asked } from '../../../../test/answer.ts'
import { buildAdultMember, buildMember } from '../../../../test/family.ts'
import { open } from '../../../../test/open.tsx'
import { buildHour } from '../../../../test/record.ts'

const at = (hour: string) => ({ starts_at: `${hour}:00.000Z` })
const professional = {
  rut: '111111111',
  name: 'Dra. Carolina Muñoz Vidal',
  specialties: [{ code: '108', name: 'Cardiología Adulto' }],
  next_free: '2026-11-26T12:30:00.000Z',
}
const hours = '/reservas?office_id=PROVIDENCIA&specialty="108"&rut_professional=111111111'
const held = `${hours}&slot_id=31`

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.setSystemTime('2026-11-24T12:00:00Z')
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  answer(bookingEndpoints.professionals, { data: [professional] })
  answer(bookingEndpoints.slots, {
    data: [
      buildSlot(),
      buildSlot({ id: 32, ...at('2026-11-26T18:00') }),
      buildSlot({ id: 33, ...at('2026-11-27T13:10') }),
    ],
  })
  answer(bookingEndpoints.hold, { data: buildHold() })
  answer(bookingEndpoints.check, { data: { warning: null } })
  answer(bookingEndpoints.book, { data: buildHour({ id_appointment: 77 }), warning: null })
  answer(preparationEndpoints.bookedHour, { data: buildBooked() })
})

afterEach(async () => {
  vi.useRealTimers()
  // Whoever leaves with an hour kept gives it back, which is a call.
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
})

describe('the questions', () => {
  test('come one at a time, and what was chosen is in the address', async () => {
    const { user, path } = await open('/reservas', { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: '¿Dónde quieres atenderte?' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /^Providencia/ }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: '¿Qué necesitas reservar?' })).toHaveFocus(),
    )
    await user.click(await screen.findByRole('button', { name: 'Cardiología Adulto' }))
    await user.click(await screen.findByRole('button', { name: /^Dra. Carolina Muñoz Vidal/ }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Elige día y hora' })).toHaveFocus(),
    )
    expect(path()).toContain('office_id=PROVIDENCIA')
    expect(path()).toContain('rut_professional=111111111')
    expect(asked(bookingEndpoints.specialties)[0]?.query.get('office_id')).toBe('PROVIDENCIA')
  })

  test('are open again on the way back, and after a reload at the same place', async () => {
    const { user, back } = await open(hours, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: '09:30' }))
    await user.click(screen.getByRole('button', { name: 'RESERVAR HORA' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Confirma tu hora' })).toBeVisible()
    await back()
    expect(await screen.findByRole('heading', { level: 1, name: 'Elige día y hora' })).toBeVisible()
    expect(screen.getByText('Providencia')).toBeVisible()
  })

  test('can be asked again from what was chosen', async () => {
    const { user, path } = await open(hours, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'Cambiar especialidad' }))
    expect(await screen.findByRole('heading', { level: 1, name: '¿Qué necesitas reservar?' })).toBeVisible()
    expect(path()).toBe('/reservas?office_id=PROVIDENCIA')
  })

  test('leave out what the address answers: the codes of the laboratory ask for no professional', async () => {
    answer(bookingEndpoints.specialties, { data: [{ code: '570', name: 'Laboratorio Maipú' }] })
    await open('/reservas?office_id=MAIPU&spec_id=570', { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Elige día y hora' })).toBeVisible()
    await screen.findByRole('button', { name: '09:30' })
    expect(asked(bookingEndpoints.slots)[0]?.query.get('specialty')).toBe('570')
    expect(screen.queryByRole('button', { name: 'Cambiar profesional' })).not.toBeInTheDocument()
  })

  test('of several codes begin with which of them', async () => {
    answer(bookingEndpoints.specialties, {
      data: [
        { code: '362', name: 'Laboratorio: sangre' },
        { code: '363', name: 'Laboratorio: orina y deposiciones' },
      ],
    })
    const { user } = await open('/reservas?office_id=PROVIDENCIA&spec_id=362,363', { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'Laboratorio: sangre' }))
    await screen.findByRole('button', { name: '09:30' })
    expect(asked(bookingEndpoints.slots)[0]?.query.get('specialty')).toBe('362')
  })

  test('a specialty is found without its accents, and what is not there is said', async () => {
    const many = Array.from({ length: 10 }, (_, index) => ({
      code: `${200 + index}`,
      name: `Especialidad ${index}`,
    }))
    answer(bookingEndpoints.specialties, { data: [...many, { code: '108', name: 'Cardiología Adulto' }] })
    const { user } = await open('/reservas?office_id=MAIPU', { as: 'patient' })
    const field = await screen.findByRole('searchbox', { name: 'Busca tu especialidad' })
    await user.type(field, 'cardiologia')
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Especialidad 3' })).not.toBeInTheDocument(),
    )
    expect(screen.getByRole('button', { name: 'Cardiología Adulto' })).toBeVisible()
    await user.type(field, ' xyz')
    expect(await screen.findByText('No encontramos «cardiologia xyz» entre las especialidades')).toBeVisible()
  })

  test('whoever is not signed in is asked to, and nothing is asked of the service', async () => {
    await open(hours)
    expect(
      await screen.findByText('Para reservar una hora, inicia sesión con tu cuenta de paciente'),
    ).toBeVisible()
    expect(asked(bookingEndpoints.token)).toHaveLength(0)
  })
})

describe('the hours', () => {
  test('open at the next free day, in morning and afternoon', async () => {
    await open(hours, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'jueves 26 de noviembre' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'jueves 26 de noviembre, 2 horas' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    expect(within(screen.getByRole('group', { name: 'Mañana' })).getByText('09:30')).toBeVisible()
    expect(within(screen.getByRole('group', { name: 'Tarde' })).getByText('15:00')).toBeVisible()
    expect(screen.getByRole('button', { name: 'sábado 28 de noviembre, Sin horas' })).toBeDisabled()
  })

  test('of another day are in the address', async () => {
    const { user, path } = await open(hours, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'viernes 27 de noviembre, 1 hora' }))
    expect(await screen.findByRole('button', { name: '10:10' })).toBeVisible()
    expect(path()).toContain('day=2026-11-27')
  })

  test('are chosen from a month too, where only days with hours can be', async () => {
    const { user, path } = await open(hours, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'Ver mes' }))
    const dialog = await screen.findByRole('dialog', { name: 'Elige un día' })
    const free = await within(dialog).findByRole('button', { name: '27 noviembre 2026' })
    await waitFor(() => expect(free).toBeEnabled())
    expect(within(dialog).getByRole('button', { name: '28 noviembre 2026' })).toBeDisabled()
    await user.click(free)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(path()).toContain('day=2026-11-27')
    expect(await screen.findByRole('button', { name: '10:10' })).toBeVisible()
  })

  test('taken by somebody faster disappear with a message, and the list comes anew', async () => {
    answer(bookingEndpoints.hold, () => {
      answer(bookingEndpoints.slots, { data: [buildSlot({ id: 32, ...at('2026-11-26T18:00') })] })
      return new Failure('slotTaken')
    })
    const { user } = await open(hours, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: '09:30' }))
    await user.click(screen.getByRole('button', { name: 'RESERVAR HORA' }))
    expect(await screen.findByText('Esa hora ya no está disponible')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: '09:30' })).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: '15:00' })).toBeVisible()
  })

  test('that cannot be fetched can be asked for again', async () => {
    answer(bookingEndpoints.slots, new Failure('tooMany'))
    const { user } = await open(hours, { as: 'patient' })
    answer(bookingEndpoints.slots, { data: [buildSlot()] })
    await user.click(await screen.findByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByRole('button', { name: '09:30' })).toBeVisible()
  })

  test('asked for with a bearer that has run out are asked for once more with a new one', async () => {
    const tokens = ['viejo', 'nuevo']
    answer(bookingEndpoints.token, () => ({
      token: tokens.shift() ?? 'otro',
      expires_at: '2026-11-24T12:10:00Z',
    }))
    answer(bookingEndpoints.slots, ({ headers }) =>
      headers.get('authorization') === 'Bearer viejo' ? new Failure('noSession') : { data: [buildSlot()] },
    )
    await open(hours, { as: { token: 'sesion-de-este-caso' } })
    expect(await screen.findByRole('button', { name: '09:30' })).toBeVisible()
    expect(asked(bookingEndpoints.token)).toHaveLength(2)
  })

  test('of anybody show one of each time, and at which site', async () => {
    answer(bookingEndpoints.slots, {
      data: [
        buildSlot(),
        buildSlot({ id: 41, doctor_name: 'Dr. Felipe Arancibia Soto' }),
        buildSlot({ id: 42, office_id: 'MAIPU' }),
      ],
    })
    await open('/reservas?office_id=AMBAS&specialty="108"&primera=true', { as: 'patient' })
    expect(await screen.findByRole('button', { name: '09:30 Providencia' })).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^09:30/ })).toHaveLength(2)
    expect(asked(bookingEndpoints.slots)[0]?.query.has('office_id')).toBe(false)
  })
})

describe('nothing free', () => {
  beforeEach(() => {
    answer(bookingEndpoints.slots, { data: [] })
  })

  test('offers both sites, other professionals, and to be told', async () => {
    answer(waitingEndpoints.wait, {
      data: {
        id: 1,
        patient_id: 7,
        patient_full_name: 'Camila Andrea Fuentes Rojas',
        specialty: { code: '108', name: 'Cardiología Adulto' },
        office_id: 'PROVIDENCIA',
        rut_professional: '111111111',
        doctor_name: 'Dra. Carolina Muñoz Vidal',
        from: null,
        to: null,
        created_at: '2026-11-24T12:00:00Z',
      },
    })
    const { user, path } = await open(hours, { as: 'patient' })
    expect(await screen.findByText('No hay horas libres en los próximos dos meses')).toBeVisible()
    // Two months and a half, fourteen days at a time.
    expect(asked(bookingEndpoints.slots)).toHaveLength(6)
    await user.click(screen.getByRole('button', { name: 'AVÍSAME' }))
    expect(await screen.findByText('Te avisaremos apenas se libere una hora')).toBeVisible()
    expect(asked(waitingEndpoints.wait)[0]?.body).toEqual({
      patient_id: 7,
      specialty: '108',
      office_id: 'PROVIDENCIA',
      rut_professional: '111111111',
    })
    await user.click(screen.getByRole('button', { name: 'BUSCAR CON OTRO PROFESIONAL' }))
    await waitFor(() => expect(path()).toContain('primera=true'))
    await user.click(await screen.findByRole('button', { name: 'BUSCAR EN AMBAS CLÍNICAS' }))
    await waitFor(() => expect(path()).toContain('office_id=AMBAS'))
  })

  test('of several specialties asks which hour is waited for', async () => {
    answer(bookingEndpoints.specialties, {
      data: [
        { code: '362', name: 'Laboratorio Adulto' },
        { code: '363', name: 'Laboratorio Pediátrico' },
      ],
    })
    answer(waitingEndpoints.wait, {
      data: {
        id: 1,
        patient_id: 7,
        patient_full_name: 'Camila Andrea Fuentes Rojas',
        specialty: { code: '363', name: 'Laboratorio Pediátrico' },
        office_id: 'PROVIDENCIA',
        rut_professional: null,
        doctor_name: null,
        from: null,
        to: null,
        created_at: '2026-11-24T12:00:00Z',
      },
    })
    const { user } = await open('/reservas?office_id=PROVIDENCIA&spec_id=362,363&exam_id=7', {
      as: 'patient',
    })
    await user.click(await screen.findByRole('button', { name: 'AVÍSAME' }))
    expect(await screen.findByText('Elige qué hora esperas')).toBeVisible()
    expect(asked(waitingEndpoints.wait)).toHaveLength(0)
    await user.selectOptions(screen.getByLabelText('¿Qué hora esperas?'), 'Laboratorio Pediátrico')
    await user.click(screen.getByRole('button', { name: 'AVÍSAME' }))
    expect(await screen.findByText('Te avisaremos apenas se libere una hora')).toBeVisible()
    expect(asked(waitingEndpoints.wait)[0]?.body).toMatchObject({ specialty: '363', patient_id: 7 })
  })

  test('tells whom to call where nobody can wait for freed hours', async () => {
    answer(waitingEndpoints.waiting, new Failure('noWaitingList'))
    await open(hours, { as: 'patient' })
    expect(await screen.findByText(/^Puedes buscar de otra manera o llamar al/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'BUSCAR EN AMBAS CLÍNICAS' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'AVÍSAME' })).not.toBeInTheDocument()
  })

  test('says why somebody cannot wait', async () => {
    answer(waitingEndpoints.wait, new Failure('tooManyWaits'))
    const { user } = await open(hours, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'AVÍSAME' }))
    expect(
      await screen.findByText('Ya esperas el máximo de horas. Deja de esperar una para agregar otra'),
    ).toBeVisible()
  })
})

describe('a kept hour', () => {
  test('is booked for oneself where there is nobody else, once, and the address cannot be gone back to', async () => {
    const { user, path } = await open(held, { as: 'patient' })
    expect(await screen.findByText('Camila Andrea (tú)')).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent(/^Te guardamos esta hora por [45]:\d\d minutos$/)
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR HORA' }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Tu hora está reservada' })).toHaveFocus(),
    )
    expect(asked(bookingEndpoints.book)[0]?.body).toEqual({ hold_id: 5, patient_id: 7 })
    expect(asked(bookingEndpoints.book)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    expect(path()).toBe('/reservas?reservada=77')
    expect(asked(bookingEndpoints.release)).toHaveLength(0)
  })

  test('asks for whom where there is somebody: children and the adults who allow it', async () => {
    answer(familyEndpoints.group, {
      familyGroup: [
        buildMember(),
        buildAdultMember(),
        buildAdultMember({ id: 3, may_book: false, family_patient: { id: 11, first_name: 'Rosa' } }),
      ],
    })
    const { user } = await open(held, { as: 'patient' })
    expect(await screen.findByRole('heading', { level: 1, name: '¿Para quién es la hora?' })).toBeVisible()
    expect(await screen.findByRole('button', { name: /^(MS)?Martina Ignacia Soto/ })).toBeVisible()
    expect(screen.queryByText(/Rosa/)).not.toBeInTheDocument()
    expect(screen.getByText('Padre. Verás sólo esta hora, y le avisaremos por correo.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /Jorge Luis Rojas/ }))
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR HORA' }))
    await screen.findByRole('heading', { level: 1, name: /reservada/ })
    expect(asked(bookingEndpoints.book)[0]?.body).toEqual({ hold_id: 5, patient_id: 10 })
  })

  test('of an exam is looked at as that exam’s before it is confirmed', async () => {
    answer(bookingEndpoints.check, new Failure('underEightByPhone'))
    await open(`${held}&exam_id=7`, { as: 'patient' })
    expect(await screen.findByText(new Failure('underEightByPhone').message)).toBeVisible()
    expect(asked(bookingEndpoints.check)[0]?.body).toMatchObject({ exam_id: 7 })
    expect(screen.queryByRole('button', { name: 'CONFIRMAR HORA' })).not.toBeInTheDocument()
  })

  test('near another one at the other site is warned of, and may be booked all the same', async () => {
    const warning = 'Ese mismo día hay otra hora a las 11:00 en Maipú.'
    answer(bookingEndpoints.check, { data: { warning } })
    await open(held, { as: 'patient' })
    expect(await screen.findByText(warning)).toBeVisible()
    expect(screen.getByRole('button', { name: 'CONFIRMAR HORA' })).toBeEnabled()
  })

  test.each(['patientBusy', 'tooManyHours'] as const)(
    'refused as %s says so and offers another',
    async (code) => {
      answer(bookingEndpoints.check, new Failure(code))
      const { user, path } = await open(held, { as: 'patient' })
      expect(await screen.findByText(new Failure(code).message)).toBeVisible()
      expect(screen.queryByRole('button', { name: 'CONFIRMAR HORA' })).not.toBeInTheDocument()
      await user.click(screen.getByRole('button', { name: 'ELEGIR OTRA HORA' }))
      await waitFor(() => expect(path()).not.toContain('slot_id'))
      await waitFor(() => expect(asked(bookingEndpoints.release)[0]?.params).toEqual({ hold_id: '5' }))
    },
  )

  test('that runs out says so, loses nothing, and can be kept again', async () => {
    answer(bookingEndpoints.hold, { data: buildHold({ seconds: 2 }) })
    const { user } = await open(held, { as: 'patient' })
    await screen.findByRole('button', { name: 'CONFIRMAR HORA' })
    answer(bookingEndpoints.hold, { data: buildHold({ hold_id: 6 }) })
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(await screen.findByText('Se acabó el tiempo para confirmar esta hora')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'CONFIRMAR HORA' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'GUARDARLA OTRA VEZ' }))
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR HORA' }))
    await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
    expect(asked(bookingEndpoints.book)[0]?.body).toMatchObject({ hold_id: 6 })
  })

  test('that somebody took meanwhile leads back to the hours', async () => {
    answer(bookingEndpoints.hold, new Failure('slotTaken'))
    const { user } = await open(held, { as: 'patient' })
    expect(await screen.findByText('Esta hora ya no está disponible. Elige otra')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'ELEGIR OTRA HORA' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Elige día y hora' })).toBeVisible()
  })

  test('sent without an answer is sent again under the same name', async () => {
    answer(bookingEndpoints.book, new Failure('unavailable'))
    const { user } = await open(held, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR HORA' }))
    expect(await screen.findByText('No ha sido posible reservar la hora')).toBeVisible()
    const [first] = asked(bookingEndpoints.book)
    answer(bookingEndpoints.book, { data: buildHour({ id_appointment: 77 }), warning: null })
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
    expect(asked(bookingEndpoints.book)[0]?.headers.get('idempotency-key')).toBe(
      first?.headers.get('idempotency-key'),
    )
  })
})

describe('a booked hour', () => {
  test('tells how to prepare with the hour the fast begins, and how to get in', async () => {
    answer(preparationEndpoints.bookedHour, {
      data: buildBooked({
        preparation: {
          title: 'Ecografía abdominal',
          html: '<h3>Ecografía abdominal</h3><ul><li>Trae tu cédula.</li></ul>',
          pdf: '/agenda/v1/indications/exam-eco_abd.pdf',
          fasting: [{ hours: 8, from: '2026-11-26T04:30:00.000Z' }],
        },
      }),
    })
    await open('/reservas?reservada=77', { as: 'patient' })
    expect(
      await screen.findByText('No comas nada desde las 01:30 h del jueves 26 de noviembre'),
    ).toBeVisible()
    expect(screen.getByText('Trae tu cédula.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ver indicaciones en PDF' })).toHaveAttribute(
      'href',
      '/agenda/v1/indications/exam-eco_abd.pdf',
    )
    expect(screen.getByText('Anúnciate en el mesón del primer piso.')).toBeVisible()
    expect(screen.getByText(/Avenida Los Arrayanes 1480/)).toBeVisible()
  })

  test('of the laboratory tells both hours that an order may ask for', async () => {
    answer(preparationEndpoints.bookedHour, {
      data: buildBooked({
        preparation: {
          title: 'Exámenes de laboratorio',
          html: '',
          pdf: null,
          fasting: [
            { hours: 8, from: '2026-11-26T04:30:00.000Z' },
            { hours: 12, from: '2026-11-26T00:30:00.000Z' },
          ],
        },
      }),
    })
    await open('/reservas?reservada=77', { as: 'patient' })
    expect(await screen.findByText('Revisa si tu orden médica pide ayuno')).toBeVisible()
    expect(screen.getByText('las 21:30 h del miércoles 25 de noviembre')).toBeVisible()
  })

  test('by video says how to connect and names no street', async () => {
    const { hour } = buildBooked()
    answer(preparationEndpoints.bookedHour, {
      data: buildBooked({ hour: { ...hour, modality: 'telemedicina' } }),
    })
    await open('/reservas?reservada=77', { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'Cómo conectarte' })).toBeVisible()
    expect(screen.queryByText(/Los Arrayanes/)).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /^Conectarme/ })).not.toBeInTheDocument()
  })

  test('by video is joined from there once it is time', async () => {
    const { hour } = buildBooked()
    const video = { opens_at: '2026-11-26T12:15:00Z', url: 'https://video.example/sala' }
    answer(preparationEndpoints.bookedHour, {
      data: buildBooked({ hour: { ...hour, modality: 'telemedicina', video } }),
    })
    await open('/reservas?reservada=77', { as: 'patient' })
    expect(await screen.findByRole('link', { name: /^Conectarme a la videoconsulta/ })).toHaveAttribute(
      'href',
      video.url,
    )
  })
})

describe('moving an hour', () => {
  test('searches hours like it, says that it stays until the end, and gives it up for the new one', async () => {
    const { hour } = buildBooked()
    answer(preparationEndpoints.bookedHour, {
      data: buildBooked({ hour: { ...hour, id_appointment: 12 }, specialty: 'ECO', exam_id: 1032 }),
    })
    const { user } = await open('/reservas?id_appointment=12', { as: 'patient' })
    expect(await screen.findByText('Estás cambiando una hora')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: '09:30' }))
    const { query } = asked(bookingEndpoints.slots)[0] ?? {}
    expect([query?.get('specialty'), query?.get('exam_id')]).toEqual(['ECO', '1032'])
    await user.click(screen.getByRole('button', { name: 'RESERVAR HORA' }))
    await user.click(await screen.findByRole('button', { name: 'CAMBIAR MI HORA' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Cambiaste tu hora' })).toBeVisible()
    expect(asked(bookingEndpoints.book)[0]?.body).toEqual({
      hold_id: 5,
      patient_id: 7,
      id_appointment: 12,
      exam_id: 1032,
    })
  })

  test('that another system keeps is refused before another is chosen', async () => {
    answer(preparationEndpoints.bookedHour, {
      data: buildBooked({ hour: { ...buildBooked().hour, can_move: false } }),
    })
    await open('/reservas?id_appointment=12', { as: 'patient' })
    expect(await screen.findByText('Esta hora se cambia en la clínica')).toBeVisible()
    expect(screen.getAllByText(/^Esta hora no se puede cambiar en el portal/)[0]).toBeVisible()
    expect(screen.getByRole('link', { name: 'VER MIS HORAS' })).toBeVisible()
  })

  test('that is not there says so', async () => {
    answer(preparationEndpoints.bookedHour, new Failure('notFound'))
    await open('/reservas?id_appointment=12', { as: 'patient' })
    expect(await screen.findByText('No encontramos la hora que quieres cambiar')).toBeVisible()
  })
})

describe('an hour that was offered', () => {
  const offer = {
    hold_id: 9,
    expires_at: '2026-11-24T12:30:00.000Z',
    patient_id: 9,
    patient_full_name: 'Martina Ignacia Soto Fuentes',
    slot: buildSlot(),
  }

  test('stands first, and is taken for the one who waits', async () => {
    answer(waitingEndpoints.offers, { data: [offer] })
    const { user } = await open('/reservas', { as: 'patient' })
    expect(
      await screen.findByRole('heading', { name: 'Se liberó una hora como la que esperas' }),
    ).toBeVisible()
    expect(screen.getByText('La guardamos para ti hasta las 09:30 h.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'TOMAR ESTA HORA' }))
    await user.click(await screen.findByRole('button', { name: 'CONFIRMAR HORA' }))
    await screen.findByRole('heading', { level: 1, name: /reservada/ })
    expect(asked(bookingEndpoints.book)[0]?.body).toEqual({ hold_id: 9, patient_id: 9 })
    expect(asked(bookingEndpoints.hold)).toHaveLength(0)
  })

  test('is found beside one’s hours too', async () => {
    answer(waitingEndpoints.offers, { data: [offer] })
    const { user, path } = await open('/dashboard/consultas-medicas', { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'TOMAR ESTA HORA' }))
    await waitFor(() => expect(path()).toBe('/reservas?offer=9'))
  })

  test('may be declined', async () => {
    answer(waitingEndpoints.offers, { data: [offer] })
    answer(bookingEndpoints.release, () => {
      answer(waitingEndpoints.offers, { data: [] })
      return {}
    })
    const { user } = await open('/reservas', { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'NO LA QUIERO' }))
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'TOMAR ESTA HORA' })).not.toBeInTheDocument(),
    )
  })

  test('that ran out says so', async () => {
    await open('/reservas?offer=9', { as: 'patient' })
    expect(await screen.findByText('Esta hora ya no está guardada para ti')).toBeVisible()
  })

  test('is waited for no more when the person says so', async () => {
    answer(waitingEndpoints.waiting, {
      data: [
        {
          id: 4,
          patient_id: 7,
          patient_full_name: 'Camila Andrea Fuentes Rojas',
          specialty: { code: '108', name: 'Cardiología Adulto' },
          office_id: null,
          rut_professional: null,
          doctor_name: null,
          from: null,
          to: null,
          created_at: '2026-11-24T12:00:00Z',
        },
      ],
    })
    answer(waitingEndpoints.stopWaiting, () => {
      answer(waitingEndpoints.waiting, { data: [] })
      return {}
    })
    const { user } = await open('/reservas', { as: 'patient' })
    expect(await screen.findByText('Cualquier profesional · Ambas clínicas')).toBeVisible()
    await user.click(
      screen.getByRole('button', {
        name: 'Dejar de esperar Cardiología Adulto para Camila Andrea Fuentes Rojas',
      }),
    )
    await waitFor(() => expect(screen.queryByText('Horas que esperas')).not.toBeInTheDocument())
    expect(asked(waitingEndpoints.stopWaiting)[0]?.params).toEqual({ id: '4' })
  })
})
