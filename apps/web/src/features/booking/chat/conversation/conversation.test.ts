import { describe, expect, test } from 'vitest'
import { buildAppointment } from '../../../../../test/record.ts'
import { buildHold, buildSlot, offices } from '../../../../../test/scheduling.ts'
import type { ServiceAnswer } from './answers.flow.ts'
import { type Event, nextState } from './conversation.flow.ts'
import { findMatches } from './conversation.rules.ts'
import { repliesOf, shownDaysOf } from './replies.flow.ts'
import {
  type Clinic,
  type Conversation,
  type ServiceRequest,
  startConversation,
  type Topic,
} from './state.flow.ts'

const cardiology = { code: '101', name: 'Cardiología' }
const dermatology = { code: '102', name: 'Dermatología' }
const munoz = {
  rut: '111111111',
  name: 'Dra. Carolina Muñoz Vidal',
  specialties: [cardiology],
  next_free: '2026-12-03T12:10:00Z',
}
const arancibia = {
  rut: '222222222',
  name: 'Dr. Felipe Arancibia Soto',
  specialties: [cardiology, dermatology],
  next_free: '2026-12-04T13:00:00Z',
}
const clinic: Clinic = {
  offices,
  services: [cardiology, dermatology],
  professionals: [munoz, arancibia],
  people: [
    { id: 7, name: 'Camila Andrea Fuentes' },
    { id: 9, name: 'Martina Ignacia Soto' },
  ],
  hasWaitingList: true,
}
const alone: Clinic = { ...clinic, people: clinic.people.slice(0, 1) }

const slot = (id: number, starts_at: string) =>
  buildSlot({ id, starts_at, specialty: cardiology.code, specialty_name: cardiology.name })

const first = slot(1, '2026-12-03T12:10:00Z')
const slots = [first, slot(2, '2026-12-03T13:30:00Z'), slot(3, '2026-12-08T11:50:00Z')]
const hold = buildHold({ slot: first })

type Answer = ServiceAnswer | { status: number; message: string }

/** Creates a fake service that answers every request, with the answers that a test overrides. */
function fakeService(
  answers: Partial<Record<ServiceRequest['kind'], Answer | ((question: ServiceRequest) => Answer)>>,
  at = clinic,
) {
  return (question: ServiceRequest): Answer => {
    const own = answers[question.kind]
    if (own) return typeof own === 'function' ? own(question) : own
    switch (question.kind) {
      case 'clinic':
        return { kind: 'clinic', clinic: at }
      case 'professionals':
        return { kind: 'professionals', professionals: [munoz, arancibia] }
      case 'slots':
        return { kind: 'slots', slots }
      case 'hold':
        return { kind: 'hold', hold }
      case 'check':
        return { kind: 'check', warning: null }
      case 'book':
        return { kind: 'book', appointment: buildAppointment() }
      default:
        return { kind: question.kind }
    }
  }
}

/** Starts a conversation whose requests the fake service answers at once. */
function startTalk(topic: Topic, service = fakeService({})) {
  const requestsTo: ServiceRequest[] = []
  let now = startConversation(topic, { id: 7, first_name: 'Camila' }, '2027-02-04')
  const answerRequests = () => {
    for (let question = now.asks[0]; question && now.errorMessage === null; question = now.asks[0]) {
      requestsTo.push(question)
      const mockEndpoint = service(question)
      now =
        'kind' in mockEndpoint
          ? nextState(now, { kind: 'answered', turn: now.turn, answer: mockEndpoint })
          : nextState(now, { kind: 'failed', turn: now.turn, error: mockEndpoint })
    }
  }
  const dispatch = (event: Event) => {
    now = nextState(now, event)
    answerRequests()
  }
  answerRequests()
  return {
    now: () => now,
    asked: () => requestsTo,
    last: () => now.lines.at(-1)?.text,
    offered: () => namesOf(now),
    dispatch,
    type: (text: string) => dispatch({ kind: 'typed', text }),
    choose: (...names: string[]) => {
      for (const name of names) {
        const reply = all(now).find((one) => one.name === name)
        if (!reply) throw new Error(`«${name}» is not offered, but ${namesOf(now).join(', ')}`)
        dispatch({ kind: 'chosen', reply })
      }
    },
  }
}

const all = (c: Conversation) => [...shownDaysOf(c).flatMap(({ replies }) => replies), ...repliesOf(c)]
const namesOf = (c: Conversation) => all(c).map(({ name }) => name)

const repliesToSlots = ['Cardiología', 'Providencia', 'La hora más próxima'] as const
const chosenSlotTitle = 'Jueves 03/12/2026, 09:10 h'
const again: Topic = { kind: 'again', hour: buildAppointment() }

describe('from a specialty to an hour', () => {
  test.each([
    [[], 'specialty', ['Cardiología', 'Dermatología']],
    [['Cardiología'], 'site', ['Providencia', 'Maipú', 'Cualquier sede']],
    [['Cardiología', 'Maipú'], 'professional', ['La hora más próxima', munoz.name, arancibia.name]],
    [
      repliesToSlots,
      'slots',
      [
        chosenSlotTitle,
        'Jueves 03/12/2026, 10:30 h',
        'Martes 08/12/2026, 08:50 h',
        'Ver más fechas',
        'Otro profesional',
      ],
    ],
    [[...repliesToSlots, chosenSlotTitle], 'patient', ['Para mí', 'Para Martina Ignacia Soto']],
    [[...repliesToSlots, chosenSlotTitle, 'Para mí'], 'confirm', ['Confirmar hora', 'Elegir otra hora']],
    [[...repliesToSlots, chosenSlotTitle, 'Para mí', 'Confirmar hora'], 'done', ['Reservar otra hora']],
  ] as const)(
    'after the replies %j the conversation is at the step «%s» with its replies',
    (choice, step, offered) => {
      const { now, choose, offered: names } = startTalk({ kind: 'any' })
      choose(...choice)
      expect(now().step).toBe(step)
      expect(names()).toEqual(offered)
    },
  )

  test('the requests carry the choices, and slots are searched from the first free day on', () => {
    const { asked: requestsTo, choose } = startTalk({ kind: 'any' })
    choose(...repliesToSlots, chosenSlotTitle, 'Para Martina Ignacia Soto', 'Confirmar hora')
    const of = { office_id: 'PROVIDENCIA', specialty: '101' }
    expect(requestsTo()).toEqual([
      { kind: 'clinic', codes: null },
      { kind: 'professionals', of, towards: 'choice' },
      { kind: 'professionals', of, towards: 'slots' },
      { kind: 'slots', of, from: '2026-12-03' },
      { kind: 'hold', slot_id: 1 },
      { kind: 'check', hold_id: 5, patient_id: 9 },
      { kind: 'book', hold_id: 5, patient_id: 9 },
    ])
  })

  test('a warning about another appointment is shown before the slot is confirmed', () => {
    const warning = 'Ese mismo día hay otra hora a las 10:00 en Maipú.'
    const { choose, last } = startTalk({ kind: 'any' }, fakeService({ check: { kind: 'check', warning } }))
    choose(...repliesToSlots, chosenSlotTitle, 'Para Martina Ignacia Soto')
    expect(last()).toContain(`, para Martina Ignacia Soto. ${warning} La guardamos`)
  })

  test('a held slot that is not confirmed is released before other slots are searched', () => {
    const { asked: requestsTo, choose, now } = startTalk({ kind: 'any' }, fakeService({}, alone))
    choose(...repliesToSlots, chosenSlotTitle, 'Elegir otra hora')
    expect(requestsTo().slice(-3)).toEqual([
      { kind: 'release', hold_id: 5 },
      expect.objectContaining({ kind: 'professionals' }),
      expect.objectContaining({ kind: 'slots' }),
    ])
    expect(now().choice.hold).toBeNull()
  })

  test('starting over releases the held slot, but keeps a booked appointment', () => {
    const left = startTalk({ kind: 'any' }, fakeService({}, alone))
    left.choose(...repliesToSlots, chosenSlotTitle)
    left.dispatch({ kind: 'restarted', lastDay: '2027-02-04' })
    expect(
      left
        .asked()
        .slice(-2)
        .map(({ kind }) => kind),
    ).toEqual(['release', 'clinic'])
    expect(left.now().lines.map(({ text }) => text)).toHaveLength(2)

    const booked = startTalk({ kind: 'any' }, fakeService({}, alone))
    booked.choose(...repliesToSlots, chosenSlotTitle, 'Confirmar hora', 'Reservar otra hora')
    expect(booked.asked().map(({ kind }) => kind)).not.toContain('release')
    expect(booked.now().step).toBe('specialty')
  })
})

describe('the days of slots', () => {
  const morning = (day: string) =>
    Array.from({ length: 8 }, (_, at) => slot(Number(day) * 10 + at, `2026-12-${day}T1${at}:00:00Z`))
  const many: ServiceAnswer = { kind: 'slots', slots: ['01', '02', '03', '04'].flatMap(morning) }

  test('three days of six slots are shown at first; replies show more slots, later days, and the first days again', () => {
    const { now, choose, offered } = startTalk({ kind: 'any' }, fakeService({ slots: many }))
    choose(...repliesToSlots)
    const shown = () => shownDaysOf(now()).map(({ replies }) => replies.length)
    expect(shown()).toEqual([6, 6, 6])
    choose('Ver más horas')
    expect(shown()).toEqual([8, 8, 8])
    expect(offered()).not.toContain('Ver más horas')
    choose('Ver más fechas')
    expect(shownDaysOf(now()).map(({ title }) => title)).toEqual(['Viernes 04/12/2026'])
    choose('Volver a las primeras fechas')
    expect(shown()).toEqual([6, 6, 6])
    expect(offered()).not.toContain('Volver a las primeras fechas')
  })
})

describe('a cancelled appointment', () => {
  test('after a cancellation, slots at the same site are offered for the same patient', () => {
    const martinas: Topic = { kind: 'again', hour: buildAppointment({ patient_id: 9 }) }
    const { asked: requestsTo, choose, now } = startTalk(martinas)
    expect(now().lines[0]?.text).toBe(
      'Hola, Camila. Cancelaste la hora con la Dra. Carolina Muñoz Vidal. ¿Quieres reservar otra con ella?',
    )
    choose('Sí, otra fecha')
    expect(now().lines.at(-1)?.text).toBe('Estas son sus próximas horas en Providencia. Elige una:')
    expect(requestsTo()[1]).toEqual({
      kind: 'professionals',
      of: { office_id: 'PROVIDENCIA', specialty: '101', rut_professional: munoz.rut },
      towards: 'slots',
    })
    choose(chosenSlotTitle)
    expect(requestsTo().at(-1)).toEqual({ kind: 'check', hold_id: 5, patient_id: 9 })
  })
})

describe('the laboratory', () => {
  const topic: Topic = { kind: 'services', codes: ['362', '363'], office: 'PROVIDENCIA' }
  const lab: Clinic = {
    ...alone,
    services: [
      { code: '362', name: 'Toma de muestras' },
      { code: '363', name: 'Curva de glucosa' },
    ],
  }

  test('the laboratory conversation asks which exam, but neither site nor professional', () => {
    const { asked: requestsTo, choose, now, offered } = startTalk(topic, fakeService({}, lab))
    expect(requestsTo()[0]).toEqual({ kind: 'clinic', codes: ['362', '363'] })
    expect(offered()).toEqual(['Toma de muestras', 'Curva de glucosa'])
    choose('Curva de glucosa')
    expect(now().step).toBe('slots')
    expect(requestsTo()[1]).toMatchObject({ of: { office_id: 'PROVIDENCIA', specialty: '363' } })
    expect(offered()).not.toContain('Otro profesional')
  })
})

describe('nothing free', () => {
  const full: ServiceAnswer = { kind: 'professionals', professionals: [{ ...munoz, next_free: null }] }

  test('without free slots the other site, another professional and the waiting list are offered', () => {
    const { choose, last, offered } = startTalk(again, fakeService({ professionals: full }))
    choose('Sí, otra fecha')
    expect(last()).toBe(
      'Por ahora no hay horas con la Dra. Carolina Muñoz Vidal en Providencia. ¿Qué prefieres?',
    )
    expect(offered()).toEqual(['Ver en Maipú', 'Otro profesional', 'Avísame', 'Otra especialidad'])
  })

  test('a rejected waiting-list entry shows the reason and leaves the other replies', () => {
    const message = 'Ya se espera una hora como esta para ese paciente'
    const { choose, now, last } = startTalk(
      again,
      fakeService({ professionals: full, wait: { status: 409, message } }),
    )
    choose('Sí, otra fecha', 'Avísame')
    expect(last()).toBe(`${message}.`)
    expect(now().step).toBe('nothing')
  })
})

describe('errors of the service', () => {
  const taken = { status: 409, message: 'Esta hora ya no está disponible. Elige otra' }

  test.each(['check', 'book'] as const)(
    'a slot lost on the request «%s» is released and the slots are loaded again',
    (kind) => {
      const {
        asked: requestsTo,
        choose,
        now,
      } = startTalk({ kind: 'any' }, fakeService({ [kind]: taken }, alone))
      choose(...repliesToSlots, chosenSlotTitle)
      if (kind === 'book') choose('Confirmar hora')
      expect(
        requestsTo()
          .slice(-3)
          .map((one) => one.kind),
      ).toEqual(['release', 'professionals', 'slots'])
      expect(now().step).toBe('slots')
    },
  )

  test('a slot that is rejected for one patient can be booked for another', () => {
    const busy = { status: 409, message: 'El paciente ya tiene otra hora en ese mismo horario' }
    const { choose, now } = startTalk({ kind: 'any' }, fakeService({ check: busy }))
    choose(...repliesToSlots, chosenSlotTitle, 'Para mí', chosenSlotTitle)
    expect(now().step).toBe('patient')
  })

  const down = { status: 503, message: 'Error server al obtener las horas disponibles' }
  test.each(['clinic', 'professionals', 'slots', 'hold', 'check', 'book'] as const)(
    'when the request «%s» fails, the same request can be retried',
    (kind) => {
      let isDown = true
      const service = fakeService({}, alone)
      const {
        asked: requestsTo,
        choose,
        now,
        offered,
        last,
      } = startTalk({ kind: 'any' }, (question) =>
        isDown && question.kind === kind ? down : service(question),
      )
      for (const name of [...repliesToSlots, chosenSlotTitle, 'Confirmar hora'])
        if (now().errorMessage === null) choose(name)
      expect(last()).toBe('No pudimos comunicarnos con la agenda. Vuelve a intentarlo en unos minutos.')
      expect(offered()).toEqual(['Reintentar', 'Empezar de nuevo'])
      const before = requestsTo().at(-1)
      isDown = false
      choose('Reintentar')
      expect(requestsTo()[requestsTo().lastIndexOf(before as ServiceRequest)]).toEqual(before)
      expect(now().errorMessage).toBeNull()
      expect(now().step).not.toBe('greeting')
    },
  )

  test('a late answer changes nothing', () => {
    const start = startConversation({ kind: 'any' }, { id: 7, first_name: 'Camila' }, '2027-02-04')
    const restarted = nextState(start, { kind: 'restarted', lastDay: '2027-02-04' })
    const mockEndpoint: ServiceAnswer = { kind: 'clinic', clinic }
    expect(nextState(restarted, { kind: 'answered', turn: start.turn, answer: mockEndpoint })).toBe(restarted)
    expect(nextState(restarted, { kind: 'answered', turn: restarted.turn, answer: { kind: 'wait' } })).toBe(
      restarted,
    )
  })

  test('a reply that is not offered changes nothing', () => {
    const { now, dispatch } = startTalk({ kind: 'any' })
    const before = now()
    dispatch({ kind: 'chosen', reply: { name: 'Confirmar hora', move: { kind: 'confirm' } } })
    expect(now()).toBe(before)
  })
})

describe('typed words', () => {
  test.each([
    ['cardiologia', 'site'],
    ['  CARDIO ', 'site'],
    ['quiero una hora con la doctora muñoz', 'slots'],
    ['Arancibia', 'slots'],
  ])('the typed text «%s» leads to the step «%s»', (text, step) => {
    const { now, type } = startTalk({ kind: 'any' })
    type(text)
    expect(now().step).toBe(step)
    expect(now().lines.at(2)).toMatchObject({ who: 'person', text: text.trim() })
  })

  test('typed words without a match leave the replies unchanged', () => {
    const { last, offered, type } = startTalk({ kind: 'any' })
    const before = offered()
    type('me duele mucho')
    expect(last()).toBe('No te entendí, elige una opción')
    expect(offered()).toEqual(before)
  })
})

describe('texts and matching', () => {
  test('a typed text that is exactly one name matches only that name, though others begin with it', () => {
    const things = [{ name: 'Cirugía' }, { name: 'Cirugía plástica' }]
    expect(findMatches('cirugia', things)).toEqual([{ name: 'Cirugía' }])
    expect(findMatches('ciru', things)).toEqual(things)
    expect(findMatches('???', things)).toEqual([])
  })
})
