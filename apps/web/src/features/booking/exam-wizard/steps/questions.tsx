import type { ExamQuestionnaire } from '@mi-portal/contract/booking/questionnaires'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/layout/layout.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { type Answers, isAnswered } from '../exam-wizard.flow.ts'

interface QuestionsProps {
  exam: string
  questionnaire: NonNullable<ExamQuestionnaire['questionnaire']>
  /** First name of the patient; absent when the user is the patient. */
  patientName?: string
  answers: Answers
  onAnswers(answers: Answers): void
  /** Why the answers could not be stored. */
  error: Error | null
  saving: boolean
  onContinue(): unknown
}

/** The questionnaire that must be answered before booking; each question needs a yes or a no. */
export function Questions(props: QuestionsProps) {
  const { exam, questionnaire, patientName, answers, onAnswers, error, saving, onContinue } = props
  const { questions, intro } = questionnaire
  const givenAnswers = questions.map((_, index) => answers[index] ?? null)
  const count = givenAnswers.filter((answer) => answer !== null).length
  const isWhole = isAnswered(givenAnswers)

  // Pressing the same answer again removes it.
  function toggleAnswer(index: number, answer: boolean) {
    onAnswers(givenAnswers.map((one, at) => (at === index ? (one === answer ? null : answer) : one)))
  }

  return (
    <Card className="max-w-viewer" aria-labelledby="cuestionario-examen">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="cuestionario-examen" className="type-body font-body">
          {exam}
        </h2>
        <p className="type-meta text-muted" role="status">
          {count} de {questions.length} respondidas
        </p>
      </div>
      <progress
        className="mt-3 block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sub [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-sub [&::-webkit-progress-value]:bg-action"
        value={count}
        max={questions.length}
        aria-label="Avance del cuestionario"
      />
      <p className="mt-4 text-muted">
        {patientName && <strong>Las preguntas son sobre {patientName}. </strong>}
        {intro}
      </p>
      <ol className="plain-list rows mt-1">
        {questions.map(({ id, text }, index) => (
          <li key={id}>
            <fieldset
              className="m-0 grid min-w-0 grid-cols-[20px_minmax(0,1fr)] items-center gap-3 border-0 px-0 py-3 desktop:grid-cols-[20px_minmax(0,1fr)_auto]"
              aria-labelledby={`pregunta-${id}`}
            >
              <span className="self-start text-muted desktop:self-center" aria-hidden>
                {index + 1}.
              </span>
              <span id={`pregunta-${id}`} className="text-strong">
                {text}
              </span>
              <span className="flex gap-2 max-desktop:col-start-2">
                <Answer
                  words="Sí"
                  pressed={givenAnswers[index] === true}
                  onPress={() => toggleAnswer(index, true)}
                />
                <Answer
                  words="No"
                  pressed={givenAnswers[index] === false}
                  onPress={() => toggleAnswer(index, false)}
                />
              </span>
            </fieldset>
          </li>
        ))}
      </ol>
      {error && (
        <Notice kind="error" announce title={error.message}>
          Tus respuestas siguen aquí. Presiona CONTINUAR para intentarlo otra vez.
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-desktop:*:flex-[1_1_100%]">
        <p
          id="falta-responder"
          className="type-meta flex flex-[1_1_240px] gap-2 text-muted [&>svg]:flex-none"
        >
          {!isWhole && (
            <>
              <IconInfoCircle size={18} stroke={1.75} aria-hidden />
              Responde todas las preguntas para continuar.
            </>
          )}
        </p>
        <Button disabled={!isWhole} loading={saving} aria-describedby="falta-responder" onClick={onContinue}>
          CONTINUAR
        </Button>
      </div>
    </Card>
  )
}

function Answer(props: { words: string; pressed: boolean; onPress(): void }) {
  return (
    <button
      type="button"
      className="pressable inline-flex min-h-11 min-w-18 cursor-pointer items-center justify-center gap-2 rounded-md border border-control bg-card px-3 font-strong text-strong aria-pressed:border-action aria-pressed:bg-action aria-pressed:text-on-action"
      aria-pressed={props.pressed}
      onClick={props.onPress}
    >
      {props.pressed && <IconCheck size={18} stroke={2} aria-hidden />}
      {props.words}
    </button>
  )
}
