import type { ExamQuestionnaire } from '@mi-portal/contract/booking/questionnaires'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { type Answers, isAnswered } from '../exam-wizard.flow.ts'
import classes from '../exam-wizard.module.css'

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
    <section className={`portal-card ${classes.questions}`} aria-labelledby="cuestionario-examen">
      <div className={classes.questionsHead}>
        <h2 id="cuestionario-examen">{exam}</h2>
        <p className={classes.quiet} role="status">
          {count} de {questions.length} respondidas
        </p>
      </div>
      <progress
        className={classes.progress}
        value={count}
        max={questions.length}
        aria-label="Avance del cuestionario"
      />
      <p className={classes.intro}>
        {patientName && <strong>Las preguntas son sobre {patientName}. </strong>}
        {intro}
      </p>
      <ol className={classes.questionList}>
        {questions.map(({ id, text }, index) => (
          <li key={id} className={classes.question}>
            <fieldset className={classes.pair} aria-labelledby={`pregunta-${id}`}>
              <span id={`pregunta-${id}`} className={classes.questionText}>
                {text}
              </span>
              <span className={classes.answers}>
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
      <div className={classes.foot}>
        <p id="falta-responder" className={classes.missing}>
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
    </section>
  )
}

function Answer(props: { words: string; pressed: boolean; onPress(): void }) {
  return (
    <button type="button" className={classes.answer} aria-pressed={props.pressed} onClick={props.onPress}>
      {props.pressed && <IconCheck size={18} stroke={2} aria-hidden />}
      {props.words}
    </button>
  )
}
