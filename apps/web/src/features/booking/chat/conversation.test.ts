import type { Slot } from '@mi-portal/contract/booking'
import { describe, expect, test } from 'vitest'
import { buildHour } from '../../../../test/record.ts'
import { begin, type Event, next, type Told } from './conversation.flow.ts'
import { hourTitle, meantBy, withThem } from './conversation.rules.ts'
import { type Ask, type Clinic, type Conversation, daysOf, repliesOf, type Topic } from './replies.flow.ts'

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
  offices: [
    { office_id: 'PROVIDENCIA', id: 2, name: 'Providencia', address: 'Av. Los Aromos 1', phone: '2' },
    { office_id: 'MAIPU', id: 239, name: 'Maipú', address: 'Av. Los Robles 2', phone: '2' },
  ],
  services: [cardiology, dermatology],
  professionals: [munoz, arancibia],
  people: [
    { id: 7, name: 'Camila Andrea Fuentes' },
    { id: 9, name: 'Martina Ignacia Soto' },
  ],
  hasWaitingList: true,
}
const alone: Clinic = { ...clinic, people: clinic.people.slice(0, 1) }

function slot(id: number, starts_at: string, overrides: Partial<Slot> = {}): Slot {
  return {
    id,
    rut_professional: munoz.rut,
    doctor_name: munoz.name,
    office_id: 'PROVIDENCIA',
    starts_at,
    ends_at: starts_at,
    specialty: cardiology.code,
    specialty_name: cardiology.name,
    modality: 'presencial',
    room: 'piso 2',
    ...overrides,
  }
}

const first = slot(1, '2026-12-03T12:10:00Z')
const hours = [first, slot(2, '2026-12-03T13:30:00Z'), slot(3, '2026-12-08T11:50:00Z')]
const hold = { hold_id: 5, expires_at: '2026-11-21T15:05:00Z', seconds: 300, slot: first }

type Answer = Told | { status: number; message: string }

/** A service that answers every question, but for what a test has it say. */
function serving(said: Partial<Record<Ask['kind'], Answer | ((question: Ask) => Answer)>>, at = clinic) {
  return (question: Ask): Answer => {
    const own = said[question.kind]
    if (own) return typeof own === 'function' ? own(question) : own
    switch (question.kind) {
      case 'clinic':
        return { kind: 'clinic', clinic: at }
      case 'professionals':
        return { kind: 'professionals', professionals: [munoz, arancibia] }
      case 'hours':
        return { kind: 'hours', hours }
      case 'hold':
        return { kind: 'hold', hold }
      case 'check':
        return { kind: 'check', warning: null }
      case 'book':
        return { kind: 'book', hour: buildHour() }
      default:
        return { kind: question.kind }
    }
  }
}

/** A conversation with a service: what is asked of it is answered at once. */
function talk(topic: Topic, service = serving({})) {
  const asked: Ask[] = []
  let now = begin(topic, { id: 7, first_name: 'Camila' }, '2027-02-04')
  const settle = () => {
    for (let question = now.asks[0]; question && now.trouble === null; question = now.asks[0]) {
      asked.push(question)
      const answer = service(question)
      now =
        'kind' in answer
          ? next(now, { kind: 'told', turn: now.turn, told: answer })
          : next(now, { kind: 'refused', turn: now.turn, refusal: answer })
    }
  }
  const happen = (event: Event) => {
    now = next(now, event)
    settle()
  }
  settle()
  return {
    now: () => now,
    asked: () => asked,
    last: () => now.lines.at(-1)?.text,
    offered: () => namesOf(now),
    happen,
    type: (text: string) => happen({ kind: 'typed', text }),
    choose: (...names: string[]) => {
      for (const name of names) {
        const reply = all(now).find((one) => one.name === name)
        if (!reply) throw new Error(`«${name}» is not offered, but ${namesOf(now).join(', ')}`)
        happen({ kind: 'chosen', reply })
      }
    },
  }
}

const all = (c: Conversation) => [...daysOf(c).flatMap(({ replies }) => replies), ...repliesOf(c)]
const namesOf = (c: Conversation) => all(c).map(({ name }) => name)

const toHours = ['Cardiología', 'Providencia', 'La hora más próxima'] as const
const thatHour = 'Jueves 03/12/2026, 09:10 h'
const again: Topic = { kind: 'again', hour: buildHour() }

describe('from a specialty to an hour', () => {
  test.each([
    [[], 'specialty', ['Cardiología', 'Dermatología']],
    [['Cardiología'], 'site', ['Providencia', 'Maipú', 'Cualquier sede']],
    [['Cardiología', 'Maipú'], 'professional', ['La hora más próxima', munoz.name, arancibia.name]],
    [
      toHours,
      'hours',
      [
        thatHour,
        'Jueves 03/12/2026, 10:30 h',
        'Martes 08/12/2026, 08:50 h',
        'Ver más fechas',
        'Otro profesional',
      ],
    ],
    [[...toHours, thatHour], 'patient', ['Para mí', 'Para Martina Ignacia Soto']],
    [[...toHours, thatHour, 'Para mí'], 'confirm', ['Confirmar hora', 'Elegir otra hora']],
    [[...toHours, thatHour, 'Para mí', 'Confirmar hora'], 'done', ['Reservar otra hora']],
  ] as const)('after %j the step is «%s»', (said, step, offered) => {
    const { now, choose, offered: names } = talk({ kind: 'any' })
    choose(...said)
    expect(now().step).toBe(step)
    expect(names()).toEqual(offered)
  })

  test('the service is asked for what was chosen, from the first free day on', () => {
    const { asked, choose } = talk({ kind: 'any' })
    choose(...toHours, thatHour, 'Para Martina Ignacia Soto', 'Confirmar hora')
    const of = { office_id: 'PROVIDENCIA', specialty: '101' }
    expect(asked()).toEqual([
      { kind: 'clinic', codes: null },
      { kind: 'professionals', of, towards: 'choice' },
      { kind: 'professionals', of, towards: 'hours' },
      { kind: 'hours', of, from: '2026-12-03' },
      { kind: 'hold', slot_id: 1 },
      { kind: 'check', hold_id: 5, patient_id: 9 },
      { kind: 'book', hold_id: 5, patient_id: 9 },
    ])
  })

  test('who books for nobody else is not asked for whom', () => {
    const { now, choose, last } = talk({ kind: 'any' }, serving({}, alone))
    choose(...toHours, thatHour)
    expect(now().step).toBe('confirm')
    expect(last()).toBe(
      'Cardiología con Dra. Carolina Muñoz Vidal: Jueves 03/12/2026, 09:10 h, en Providencia. La guardamos para ti hasta las 12:05 h. ¿La confirmas?',
    )
  })

  test('what is near another hour is said before it is confirmed', () => {
    const warning = 'Ese mismo día hay otra hora a las 10:00 en Maipú.'
    const { choose, last } = talk({ kind: 'any' }, serving({ check: { kind: 'check', warning } }))
    choose(...toHours, thatHour, 'Para Martina Ignacia Soto')
    expect(last()).toContain(`, para Martina Ignacia Soto. ${warning} La guardamos`)
  })

  test('an hour that is not confirmed is given back before others are looked for', () => {
    const { asked, choose, now } = talk({ kind: 'any' }, serving({}, alone))
    choose(...toHours, thatHour, 'Elegir otra hora')
    expect(asked().slice(-3)).toEqual([
      { kind: 'release', hold_id: 5 },
      expect.objectContaining({ kind: 'professionals' }),
      expect.objectContaining({ kind: 'hours' }),
    ])
    expect(now().choice.hold).toBeNull()
  })

  test('beginning anew gives it back too, and an hour that was booked stays', () => {
    const left = talk({ kind: 'any' }, serving({}, alone))
    left.choose(...toHours, thatHour)
    left.happen({ kind: 'restarted', lastDay: '2027-02-04' })
    expect(
      left
        .asked()
        .slice(-2)
        .map(({ kind }) => kind),
    ).toEqual(['release', 'clinic'])
    expect(left.now().lines.map(({ text }) => text)).toHaveLength(2)

    const booked = talk({ kind: 'any' }, serving({}, alone))
    booked.choose(...toHours, thatHour, 'Confirmar hora', 'Reservar otra hora')
    expect(booked.asked().map(({ kind }) => kind)).not.toContain('release')
    expect(booked.now().step).toBe('specialty')
  })

  test('a site alone is not asked for, nor a professional alone', () => {
    const small: Clinic = { ...alone, offices: clinic.offices.slice(0, 1) }
    const one: Told = { kind: 'professionals', professionals: [munoz] }
    const { now, choose, last } = talk({ kind: 'any' }, serving({ professionals: one }, small))
    choose('Cardiología')
    expect(now().step).toBe('hours')
    expect(last()).toBe(
      'Estas son las próximas horas con Dra. Carolina Muñoz Vidal en Providencia. Elige una:',
    )
  })
})

describe('many hours', () => {
  const morning = (day: string) =>
    Array.from({ length: 8 }, (_, at) => slot(Number(day) * 10 + at, `2026-12-${day}T1${at}:00:00Z`))
  const many: Told = { kind: 'hours', hours: ['01', '02', '03', '04'].flatMap(morning) }
  const none: Told = { kind: 'hours', hours: [] }

  test('show three days of six hours; the others are a reply away, and so are the first again', () => {
    const { now, choose, offered } = talk({ kind: 'any' }, serving({ hours: many }))
    choose(...toHours)
    const shown = () => daysOf(now()).map(({ replies }) => replies.length)
    expect(shown()).toEqual([6, 6, 6])
    choose('Ver más horas')
    expect(shown()).toEqual([8, 8, 8])
    expect(offered()).not.toContain('Ver más horas')
    choose('Ver más fechas')
    expect(daysOf(now()).map(({ title }) => title)).toEqual(['Viernes 04/12/2026'])
    choose('Volver a las primeras fechas')
    expect(shown()).toEqual([6, 6, 6])
    expect(offered()).not.toContain('Volver a las primeras fechas')
  })

  test('days without any are passed over, until there are none ahead', () => {
    const answered = [many, none, none]
    const { asked, choose, now, last, offered } = talk(
      { kind: 'any' },
      serving({ hours: () => answered.shift() ?? none }),
    )
    choose(...toHours, 'Ver más fechas', 'Ver más fechas')
    const asks = asked().flatMap((one) => (one.kind === 'hours' ? [one.from] : []))
    expect(asks.slice(0, 3)).toEqual(['2026-12-03', '2026-12-17', '2026-12-31'])
    expect(asks).toHaveLength(5)
    expect(last()).toBe('Por ahora no hay fechas más adelante.')
    expect(daysOf(now()).map(({ title }) => title)).toEqual(['Viernes 04/12/2026'])
    expect(offered()).not.toContain('Ver más fechas')
  })
})

describe('another hour with the same professional', () => {
  test('is offered at the site of the one given up, for whom that was', () => {
    const martinas: Topic = { kind: 'again', hour: buildHour({ patient_id: 9 }) }
    const { asked, choose, now } = talk(martinas)
    expect(now().lines[0]?.text).toBe(
      'Hola, Camila. Cancelaste la hora con Dra. Carolina Muñoz Vidal. ¿Quieres reservar otra con ella?',
    )
    choose('Sí, otra fecha')
    expect(now().lines.at(-1)?.text).toBe('Estas son sus próximas horas en Providencia. Elige una:')
    expect(asked()[1]).toEqual({
      kind: 'professionals',
      of: { office_id: 'PROVIDENCIA', specialty: '101', rut_professional: munoz.rut },
      towards: 'hours',
    })
    choose(thatHour)
    expect(asked().at(-1)).toEqual({ kind: 'check', hold_id: 5, patient_id: 9 })
  })

  test('may be with another one of the same specialty, or not be wanted', () => {
    const other = talk(again)
    expect(other.now().lines[0]?.text).toContain('Cancelaste tu hora con')
    other.choose('Otro profesional')
    expect(other.asked().at(-1)).toEqual({
      kind: 'professionals',
      of: { office_id: 'PROVIDENCIA', specialty: '101' },
      towards: 'choice',
    })
    const no = talk(again)
    no.choose('No, gracias')
    expect(no.now().step).toBe('farewell')
    no.choose('Reservar otra hora')
    expect(no.now().step).toBe('specialty')
  })

  test('is not had of who no longer attends: the other specialties are offered', () => {
    const gone: Clinic = { ...clinic, professionals: [] }
    const nobody: Told = { kind: 'professionals', professionals: [] }
    const { choose, offered } = talk(again, serving({ professionals: nobody }, gone))
    choose('Sí, otra fecha')
    expect(offered()).toEqual(['Ver en Maipú', 'Otra especialidad'])
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

  test('asks which of its exams, and neither site nor professional', () => {
    const { asked, choose, now, offered } = talk(topic, serving({}, lab))
    expect(asked()[0]).toEqual({ kind: 'clinic', codes: ['362', '363'] })
    expect(offered()).toEqual(['Toma de muestras', 'Curva de glucosa'])
    choose('Curva de glucosa')
    expect(now().step).toBe('hours')
    expect(asked()[1]).toMatchObject({ of: { office_id: 'PROVIDENCIA', specialty: '363' } })
    expect(offered()).not.toContain('Otro profesional')
  })

  test('of one exam alone shows the hours at once', () => {
    const one: Clinic = { ...lab, services: lab.services.slice(0, 1) }
    expect(talk(topic, serving({}, one)).now().step).toBe('hours')
  })
})

describe('nothing free', () => {
  const full: Told = { kind: 'professionals', professionals: [{ ...munoz, next_free: null }] }

  test('offers no waiting list where there is none, and says what to do instead', () => {
    const { choose, last, offered } = talk(
      again,
      serving({ professionals: full }, { ...clinic, hasWaitingList: false }),
    )
    choose('Sí, otra fecha')
    expect(last()).toBe(
      'Por ahora no hay horas con Dra. Carolina Muñoz Vidal en Providencia. ¿Qué prefieres? También puedes llamar a la clínica.',
    )
    expect(offered()).toEqual(['Ver en Maipú', 'Otro profesional', 'Otra especialidad'])
  })

  test('offers the other site, another professional, and to be told', () => {
    const { choose, last, offered } = talk(again, serving({ professionals: full }))
    choose('Sí, otra fecha')
    expect(last()).toBe(
      'Por ahora no hay horas con Dra. Carolina Muñoz Vidal en Providencia. ¿Qué prefieres?',
    )
    expect(offered()).toEqual(['Ver en Maipú', 'Otro profesional', 'Avísame', 'Otra especialidad'])
  })

  test('at the other site the same is looked for', () => {
    const { asked, choose } = talk(again, serving({ professionals: full }))
    choose('Sí, otra fecha', 'Ver en Maipú')
    expect(asked().at(-1)).toMatchObject({ of: { office_id: 'MAIPU', rut_professional: munoz.rut } })
  })

  test('«Avísame» puts the one whose hour it was on the waiting list', () => {
    const { asked, choose, now } = talk(again, serving({ professionals: full }))
    choose('Sí, otra fecha', 'Avísame')
    expect(asked().at(-1)).toEqual({
      kind: 'wait',
      draft: { office_id: 'PROVIDENCIA', rut_professional: munoz.rut, specialty: '101', patient_id: 7 },
    })
    expect(now().step).toBe('waiting')
  })

  test('where it may be for somebody else, for whom is asked first', () => {
    const { asked, choose, now } = talk({ kind: 'any' }, serving({ professionals: full }))
    choose('Cardiología', 'Cualquier sede', 'Avísame')
    expect(now().step).toBe('waitFor')
    choose('Para Martina Ignacia Soto')
    expect(asked().at(-1)).toEqual({ kind: 'wait', draft: { specialty: '101', patient_id: 9 } })
  })

  test('a place that cannot be had on the list says why and leaves the other ways', () => {
    const message = 'Ya se espera una hora como esta para ese paciente'
    const { choose, now, last } = talk(
      again,
      serving({ professionals: full, wait: { status: 409, message } }),
    )
    choose('Sí, otra fecha', 'Avísame')
    expect(last()).toBe(`${message}.`)
    expect(now().step).toBe('nothing')
  })
})

describe('what is refused', () => {
  const taken = { status: 409, message: 'Esta hora ya no está disponible. Elige otra' }

  test('an hour that somebody else took is said and the hours are read again', () => {
    const { asked, choose, now } = talk({ kind: 'any' }, serving({ hold: taken }))
    choose(...toHours, thatHour)
    expect(now().lines.map(({ text }) => text)).toContain(`${taken.message}.`)
    expect(
      asked()
        .slice(-2)
        .map(({ kind }) => kind),
    ).toEqual(['professionals', 'hours'])
    expect(now().step).toBe('hours')
  })

  test.each(['check', 'book'] as const)(
    'an hour lost on «%s» is given back and the hours are read again',
    (kind) => {
      const { asked, choose, now } = talk({ kind: 'any' }, serving({ [kind]: taken }, alone))
      choose(...toHours, thatHour)
      if (kind === 'book') choose('Confirmar hora')
      expect(
        asked()
          .slice(-3)
          .map((one) => one.kind),
      ).toEqual(['release', 'professionals', 'hours'])
      expect(now().step).toBe('hours')
    },
  )

  test('an hour that does not suit one patient may be for another', () => {
    const busy = { status: 409, message: 'El paciente ya tiene otra hora en ese mismo horario' }
    const { choose, now } = talk({ kind: 'any' }, serving({ check: busy }))
    choose(...toHours, thatHour, 'Para mí', thatHour)
    expect(now().step).toBe('patient')
  })

  test('a hold that cannot be given back stops nobody', () => {
    const gone = { status: 404, message: 'No encontramos lo que buscas' }
    const { choose, now } = talk({ kind: 'any' }, serving({ release: gone }, alone))
    choose(...toHours, thatHour, 'Elegir otra hora')
    expect(now().step).toBe('hours')
    expect(now().lines.map(({ text }) => text)).not.toContain(gone.message)
  })

  const down = { status: 503, message: 'Error server al obtener las horas disponibles' }
  test.each(['clinic', 'professionals', 'hours', 'hold', 'check', 'book'] as const)(
    'when the service is down on «%s» the same question can be asked again',
    (kind) => {
      let isDown = true
      const service = serving({}, alone)
      const { asked, choose, now, offered, last } = talk({ kind: 'any' }, (question) =>
        isDown && question.kind === kind ? down : service(question),
      )
      for (const name of [...toHours, thatHour, 'Confirmar hora']) if (now().trouble === null) choose(name)
      expect(last()).toBe('No pudimos comunicarnos con la agenda. Vuelve a intentarlo en unos minutos.')
      expect(offered()).toEqual(['Reintentar', 'Empezar de nuevo'])
      const before = asked().at(-1)
      isDown = false
      choose('Reintentar')
      expect(asked()[asked().lastIndexOf(before as Ask)]).toEqual(before)
      expect(now().trouble).toBeNull()
      expect(now().step).not.toBe('greeting')
    },
  )

  test('too many questions are told in the words of the service', () => {
    const message = 'Demasiadas solicitudes. Espera un momento y vuelve a intentar'
    const { last } = talk({ kind: 'any' }, serving({ clinic: { status: 429, message } }))
    expect(last()).toBe(`${message}.`)
  })

  test('an answer that comes late changes nothing', () => {
    const start = begin({ kind: 'any' }, { id: 7, first_name: 'Camila' }, '2027-02-04')
    const restarted = next(start, { kind: 'restarted', lastDay: '2027-02-04' })
    const told: Told = { kind: 'clinic', clinic }
    expect(next(restarted, { kind: 'told', turn: start.turn, told })).toBe(restarted)
    expect(next(restarted, { kind: 'told', turn: restarted.turn, told: { kind: 'wait' } })).toBe(restarted)
  })

  test('a reply that is not offered changes nothing', () => {
    const { now, happen } = talk({ kind: 'any' })
    const before = now()
    happen({ kind: 'chosen', reply: { name: 'Confirmar hora', move: { kind: 'confirm' } } })
    expect(now()).toBe(before)
  })
})

describe('typed words', () => {
  test.each([
    ['cardiologia', 'site'],
    ['  CARDIO ', 'site'],
    ['quiero una hora con la doctora muñoz', 'hours'],
    ['Arancibia', 'hours'],
  ])('«%s» leads on to «%s»', (text, step) => {
    const { now, type } = talk({ kind: 'any' })
    type(text)
    expect(now().step).toBe(step)
    expect(now().lines.at(2)).toMatchObject({ who: 'person', text: text.trim() })
  })

  test('are first of all one of the replies', () => {
    const { now, type, choose } = talk({ kind: 'any' })
    choose(...toHours)
    type('9:10')
    expect(now().choice.slot?.id).toBe(1)
    type('para martina')
    expect(now().choice.patientId).toBe(9)
    type('confirmar')
    expect(now().step).toBe('done')
  })

  test('that fit several are asked back', () => {
    const { choose, last, now, offered, type } = talk({ kind: 'any' })
    type('logia')
    expect(last()).toBe('No te entendí, elige una opción')
    choose(...toHours)
    type('03/12/2026')
    expect(last()).toBe('¿A cuál te refieres?')
    expect(offered()).toEqual([thatHour, 'Jueves 03/12/2026, 10:30 h', 'Ninguna de estas'])
    choose('Ninguna de estas')
    expect(now().step).toBe('hours')
    expect(daysOf(now())).toHaveLength(2)
  })

  test('that mean nothing leave all as it is', () => {
    const { last, offered, type } = talk({ kind: 'any' })
    const before = offered()
    type('me duele mucho')
    expect(last()).toBe('No te entendí, elige una opción')
    expect(offered()).toEqual(before)
  })

  test('wait until the service has answered', () => {
    const start = begin({ kind: 'any' }, { id: 7, first_name: 'Camila' }, '2027-02-04')
    expect(next(start, { kind: 'typed', text: 'cardiología' })).toBe(start)
  })

  test('while an hour is held, another wish gives it back', () => {
    const { asked, choose, now, type } = talk({ kind: 'any' }, serving({}, alone))
    choose(...toHours, thatHour)
    type('Dermatología')
    expect(asked().map(({ kind }) => kind)).toContain('release')
    expect(now().choice.hold).toBeNull()
    expect(now().step).toBe('professional')
  })

  test('after an hour was booked begin another one', () => {
    const { asked, choose, now, type } = talk({ kind: 'any' }, serving({}, alone))
    choose(...toHours, thatHour, 'Confirmar hora')
    type('dermatología')
    expect(now().step).toBe('site')
    expect(asked().map(({ kind }) => kind)).not.toContain('release')
  })
})

describe('the words', () => {
  test.each([
    ['Dra. Carolina Muñoz Vidal', 'con ella'],
    ['Dr. Felipe Arancibia Soto', 'con él'],
    ['Nutr. Josefa Olea Castro', 'con el mismo profesional'],
  ])('another hour with %s is %s', (name, words) => {
    expect(withThem(name)).toBe(words)
  })

  test('an hour is written at Santiago’s clock', () => {
    expect(hourTitle({ starts_at: '2026-12-04T02:30:00Z' })).toBe('Jueves 03/12/2026, 23:30 h')
  })

  test('a name that is said whole is meant, though others begin like it', () => {
    const things = [{ name: 'Cirugía' }, { name: 'Cirugía plástica' }]
    expect(meantBy('cirugia', things)).toEqual([{ name: 'Cirugía' }])
    expect(meantBy('ciru', things)).toEqual(things)
    expect(meantBy('???', things)).toEqual([])
  })
})
