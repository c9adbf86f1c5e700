import { expect, test } from 'vitest'
import { buildBookableExam } from '../../../../test/scheduling.ts'
import {
  answerByAge,
  applyChoice,
  type Choices,
  choicesAt,
  type Facts,
  findOpenStep,
  getStepRow,
  listBodyParts,
} from './exam-wizard.flow.ts'

const exam = buildBookableExam({ encuesta_para_agendar: 'NO', questionnaire: null })
const withQuestions = { ...exam, encuesta_para_agendar: 'SI' } as const
const underEight = { ...exam, under_8_callcenter: true }
const ofChild: Choices = { paso: 'imagenologia', tipo: 'pediatrica', examen: 5 }

function facts(overrides: Partial<Facts>): Facts {
  const choices: Choices = { paso: 'imagenologia', tipo: 'adulto', examen: 5 }
  return { choices, exam, answers: [], lacksPatient: false, sent: false, ...overrides }
}

test.each([
  ['no exam', { exam: null }, null],
  ['an exam without a patient', { lacksPatient: true }, null],
  ['an exam that is booked online', {}, 'reserva'],
  ['an exam without appointment', { exam: { ...exam, way_to_schedule: 'presencial' } }, 'presencial'],
  ['an exam of the call centre', { exam: { ...exam, way_to_schedule: 'callcenter' } }, 'callcenter'],
  ['an exam with a questionnaire', { exam: withQuestions }, 'questions'],
  ['a child of unknown age', { exam: underEight, choices: ofChild }, null],
  ['a child under eight', { exam: underEight, choices: { ...ofChild, menor: 'si' } }, 'callcenter'],
  ['a child over eight', { exam: underEight, choices: { ...ofChild, menor: 'no' } }, 'reserva'],
] satisfies [string, Partial<Facts>, string | null][])(
  '%s leads to the right next step',
  (_, changes, next) => {
    expect(getStepRow('imagenologia').next(facts(changes))).toBe(next)
  },
)

test.each([
  ['an unanswered question', [false, null], null],
  ['only negative answers', [false, false], 'reserva'],
  ['a positive answer', [false, true], 'solicitar-contacto'],
])('a questionnaire with %s leads to the right next step', (_, answers, next) => {
  expect(getStepRow('questions').next(facts({ exam: withQuestions, answers }))).toBe(next)
})

test.each([
  ['reserva', {}, 'reserva'],
  ['reserva', { exam: null }, 'imagenologia'],
  ['reserva', { exam: withQuestions, answers: [null] }, 'questions'],
  ['reserva', { exam: withQuestions, answers: [true] }, 'questions'],
  ['callcenter', {}, 'imagenologia'],
  ['solicitar-contacto', {}, 'imagenologia'],
  ['solicitar-contacto', { exam: withQuestions, answers: [true] }, 'solicitar-contacto'],
  ['solicitar-contacto', { sent: true }, 'thank-you-page'],
  ['thank-you-page', {}, 'imagenologia'],
] satisfies [Choices['paso'], Partial<Facts>, string][])(
  'the address of «%s» with the facts %j opens «%s»',
  (paso, changes, step) => {
    const { choices } = facts({})
    expect(findOpenStep(facts({ ...changes, choices: { ...choices, paso, desde: 'imagenologia' } }))).toBe(
      step,
    )
  },
)

test.each([
  [3, { tipo: 'pediatrica', menor: 'si' }],
  [10, { tipo: 'pediatrica', menor: 'no' }],
  [38, { tipo: 'adulto', menor: 'no' }],
  [undefined, {}],
])('the age %s of the patient answers what depends on it', (age, known) => {
  const choices: Choices = { paso: 'imagenologia', prestacion: 'RM' }
  expect(answerByAge(choices, age)).toEqual({ ...choices, ...known })
})

test('only the parts of the body for which an exam is offered can be chosen', () => {
  const exams = (['piernas', 'tronco', null, 'tronco'] as const).map((part) => ({ ...exam, part }))
  expect(listBodyParts(exams)).toEqual(['tronco', 'piernas'])
})

test('a choice clears the later ones, and the start clears all', () => {
  const choices: Choices = { ...ofChild, prestacion: 'RM', parte: 'tronco', menor: 'si', paciente: 9 }
  expect(applyChoice(choices, 'parte', 'cabeza')).toEqual({
    paso: 'imagenologia',
    paciente: 9,
    tipo: 'pediatrica',
    prestacion: 'RM',
    parte: 'cabeza',
  })
  expect(choicesAt('start', choices)).toEqual({})
  expect(choicesAt('questions', choices)).toMatchObject({
    paso: 'questions',
    desde: 'imagenologia',
    examen: 5,
  })
})
