import type { Questionnaire } from '@mi-portal/contract/exam-booking'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { type Answers, areAnswered } from './exam-wizard.flow.ts'
import classes from './exam-wizard.module.css'

interface QuestionsProps {
  exam: string
  questionnaire: Questionnaire
  answers: Answers
  onAnswers(answers: Answers): void
  onContinue(): void
}

/** What has to be known before an hour is given; every question wants a yes or a no. */
export function Questions({ exam, questionnaire, answers, onAnswers, onContinue }: QuestionsProps) {
  const { questions, intro } = questionnaire
  const given = questions.map((_, index) => answers[index] ?? null)
  const count = given.filter((answer) => answer !== null).length
  const isWhole = areAnswered(given)

  // Pressed again, an answer is taken back.
  function press(index: number, answer: boolean) {
    onAnswers(given.map((one, at) => (at === index ? (one === answer ? null : answer) : one)))
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
      <p className={classes.intro}>{intro}</p>
      <ol className={classes.questionList}>
        {questions.map(({ id, text }, index) => (
          <li key={id} className={classes.question}>
            <fieldset className={classes.pair} aria-labelledby={`pregunta-${id}`}>
              <span id={`pregunta-${id}`} className={classes.questionText}>
                {text}
              </span>
              <span className={classes.answers}>
                <Answer words="Sí" pressed={given[index] === true} onPress={() => press(index, true)} />
                <Answer words="No" pressed={given[index] === false} onPress={() => press(index, false)} />
              </span>
            </fieldset>
          </li>
        ))}
      </ol>
      <div className={classes.foot}>
        <p id="falta-responder" className={classes.missing}>
          {!isWhole && (
            <>
              <IconInfoCircle size={18} stroke={1.75} aria-hidden />
              Responde todas las preguntas para continuar.
            </>
          )}
        </p>
        <Button disabled={!isWhole} aria-describedby="falta-responder" onClick={onContinue}>
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
