import { expect, test } from 'vitest'
import { buildAppointment } from '../../../../../test/record.ts'
import { buildHold, buildSlot, offices } from '../../../../../test/scheduling.ts'
import type { ServiceAnswer } from './answers.flow.ts'
import { type Event, nextState } from './conversation.flow.ts'
import { findMatches } from './conversation.rules.ts'
import { listReplies, listShownDays } from './replies.flow.ts'
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
type Service = (request: ServiceRequest) => Answer

/** Creates a fake service that answers every request, with the answers that a test overrides. */
function fakeService(answers: Partial<Record<ServiceRequest['kind'], Answer>>, at = clinic): Service {
  const usual: Partial<Record<ServiceRequest['kind'], Answer>> = {
    clinic: { kind: 'clinic', clinic: at },
    professionals: { kind: 'professionals', professionals: [munoz, arancibia] },
    slots: { kind: 'slots', slots },
    hold: { kind: 'hold', hold },
    check: { kind: 'check', warning: null },
    book: { kind: 'book', appointment: { ...buildAppointment(), mail: null } },
    release: { kind: 'release' },
    wait: { kind: 'wait' },
  }
  return ({ kind }) => {
    const answer = answers[kind] ?? usual[kind]
    if (!answer) throw new Error(`the fake service has no answer to «${kind}»`)
    return answer
  }
}

const start = () => startConversation({ kind: 'any' }, { id: 7, first_name: 'Camila' }, '2027-02-04')

/** Starts a conversation whose requests the fake service answers at once. */
function startTalk(service = fakeService({}), topic: Topic = { kind: 'any' }) {
  const asked: ServiceRequest[] = []
  let now = startConversation(topic, { id: 7, first_name: 'Camila' }, '2027-02-04')
  const answerRequests = () => {
    for (let request = now.asks[0]; request && now.errorMessage === null; request = now.asks[0]) {
      asked.push(request)
      const answer = service(request)
      now =
        'kind' in answer
          ? nextState(now, { kind: 'answered', turn: now.turn, answer })
          : nextState(now, { kind: 'failed', turn: now.turn, error: answer })
    }
  }
  const dispatch = (event: Event) => {
    now = nextState(now, event)
    answerRequests()
  }
  answerRequests()
  return {
    now: () => now,
    asked,
    lastKinds: (count: number) => asked.slice(-count).map(({ kind }) => kind),
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

const all = (c: Conversation) => [...listShownDays(c).flatMap(({ replies }) => replies), ...listReplies(c)]
const namesOf = (c: Conversation) => all(c).map(({ name }) => name)

const repliesToSlots = ['Cardiología', 'Providencia', 'La hora más próxima'] as const
const chosenSlotTitle = 'Jueves 03/12/2026, 09:10 h'
const again: Topic = { kind: 'again', hour: buildAppointment() }

test('the requests carry the choices, and slots are searched from the first free day on', () => {
  const { asked, choose } = startTalk()
  choose(...repliesToSlots, chosenSlotTitle, 'Para Martina Ignacia Soto', 'Confirmar hora')
  const of = { office_id: 'PROVIDENCIA', specialty: '101' }
  expect(asked).toEqual([
    { kind: 'clinic', codes: null },
    { kind: 'professionals', of, towards: 'choice' },
    { kind: 'professionals', of, towards: 'slots' },
    { kind: 'slots', of, from: '2026-12-03' },
    { kind: 'hold', slot_id: 1 },
    { kind: 'check', hold_id: 5, patient_id: 9 },
    { kind: 'book', hold_id: 5, patient_id: 9 },
  ])
})

test('a held slot is released before other slots are searched and when the user starts over, unless it was booked', () => {
  const other = startTalk(fakeService({}, alone))
  other.choose(...repliesToSlots, chosenSlotTitle, 'Elegir otra hora')
  expect(other.asked.at(-3)).toEqual({ kind: 'release', hold_id: 5 })
  expect(other.lastKinds(2)).toEqual(['professionals', 'slots'])
  expect(other.now().choice.hold).toBeNull()

  const left = startTalk(fakeService({}, alone))
  left.choose(...repliesToSlots, chosenSlotTitle)
  left.dispatch({ kind: 'restarted', lastDay: '2027-02-04' })
  expect(left.lastKinds(2)).toEqual(['release', 'clinic'])
  expect(left.now().lines).toHaveLength(2)

  const booked = startTalk(fakeService({}, alone))
  booked.choose(...repliesToSlots, chosenSlotTitle, 'Confirmar hora', 'Reservar otra hora')
  expect(booked.lastKinds(9)).not.toContain('release')
  expect(booked.now().step).toBe('specialty')
})

test('without free slots the other site, another professional and the waiting list are offered, and a rejected entry leaves the other replies', () => {
  const professionals: ServiceAnswer = {
    kind: 'professionals',
    professionals: [{ ...munoz, next_free: null }],
  }
  const message = 'Ya se espera una hora como esta para ese paciente'
  const service = fakeService({ professionals, wait: { status: 409, message } })
  const { choose, last, now, offered } = startTalk(service, again)
  choose('Sí, otra fecha')
  expect(last()).toMatch(/^Por ahora no hay horas con la Dra\. Carolina Muñoz Vidal en Providencia\./)
  expect(offered()).toEqual(['Ver en Maipú', 'Otro profesional', 'Avísame', 'Otra especialidad'])
  choose('Avísame')
  expect(last()).toBe(`${message}.`)
  expect(now().step).toBe('nothing')
})

const taken = { status: 409, message: 'Esta hora ya no está disponible. Elige otra' }

test.each([
  ['check', [chosenSlotTitle]],
  ['book', [chosenSlotTitle, 'Confirmar hora']],
] as const)('a slot lost on the request «%s» is released and the slots are loaded again', (kind, choice) => {
  const { choose, lastKinds, now } = startTalk(fakeService({ [kind]: taken }, alone))
  choose(...repliesToSlots, ...choice)
  expect(lastKinds(3)).toEqual(['release', 'professionals', 'slots'])
  expect(now().step).toBe('slots')
})

const down = { status: 503, message: 'Error server al obtener las horas disponibles' }
test.each(['clinic', 'professionals', 'slots', 'hold', 'check', 'book'] as const)(
  'when the request «%s» fails, the same request can be retried',
  (kind) => {
    let isDown = true
    const service = fakeService({}, alone)
    const { asked, choose, now, offered, last } = startTalk((request) =>
      isDown && request.kind === kind ? down : service(request),
    )
    for (const name of [...repliesToSlots, chosenSlotTitle, 'Confirmar hora'])
      if (now().errorMessage === null) choose(name)
    expect(last()).toMatch(/^No pudimos comunicarnos con la agenda\./)
    expect(offered()).toEqual(['Reintentar', 'Empezar de nuevo'])
    const failed = asked.length - 1
    isDown = false
    choose('Reintentar')
    expect(asked[failed + 1]).toEqual(asked[failed])
    expect(now().errorMessage).toBeNull()
    expect(now().step).not.toBe('greeting')
  },
)

test('a late answer, an answer to another request and a reply that is not offered change nothing', () => {
  const begun = start()
  const restarted = nextState(begun, { kind: 'restarted', lastDay: '2027-02-04' })
  const late = { kind: 'answered', turn: begun.turn, answer: { kind: 'clinic', clinic } } as const
  expect(nextState(restarted, late)).toBe(restarted)
  const other = { kind: 'answered', turn: restarted.turn, answer: { kind: 'wait' } } as const
  expect(nextState(restarted, other)).toBe(restarted)
  const { now, dispatch } = startTalk()
  const before = now()
  dispatch({ kind: 'chosen', reply: { name: 'Confirmar hora', move: { kind: 'confirm' } } })
  expect(now()).toBe(before)
})

test.each([
  ['cardiologia', 'site'],
  ['  CARDIO ', 'site'],
  ['quiero una hora con la doctora muñoz', 'slots'],
  ['me duele mucho', 'specialty'],
])('the typed text «%s» leads to the step «%s»', (text, step) => {
  const { now, type } = startTalk()
  type(text)
  expect(now().step).toBe(step)
  expect(now().lines.at(2)).toMatchObject({ who: 'person', text: text.trim() })
  expect(now().lines.at(3)?.text === 'No te entendí, elige una opción').toBe(step === 'specialty')
})

test('a typed text that is exactly one name matches only that name, though others begin with it', () => {
  const things = [{ name: 'Cirugía' }, { name: 'Cirugía plástica' }]
  expect(findMatches('cirugia', things)).toEqual([{ name: 'Cirugía' }])
  expect(findMatches('ciru', things)).toEqual(things)
  expect(findMatches('???', things)).toEqual([])
})
