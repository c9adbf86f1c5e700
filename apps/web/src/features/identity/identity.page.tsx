/**
 * The page of the identity check, in its own window or in the whole tab: one question at a time, and then the
 * result.
 */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { type IdentityMessage, type IdentityStep, identityCodes } from '@mi-portal/contract/identity'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { postToOpener } from '../../lib/browser/popup.ts'
import { portal } from '../../lib/portal-config.ts'
import { getRegistration, storeRegistration } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import classes from './identity.module.css'
import { identityStepQuery, useAnswerQuestion, useCancelCheck } from './identity.queries.ts'

const cardLook =
  'grid gap-4 [&_h1]:type-title max-w-choice my-0 mx-auto p-6 max-desktop:px-4 max-desktop:pt-4 max-desktop:pb-6'

export function IdentityPage() {
  const { key = '' } = useParams({ strict: false })
  const query = useQuery(identityStepQuery(key))
  const cancel = useCancelCheck(key)
  const step = query.data

  if (step?.state === 'done') return <Ending result={step.result ?? expiredResult} />
  // Not found, or not even a valid key.
  if (query.error instanceof CallError && [400, 404].includes(query.error.status))
    return <Ending result={expiredResult} />
  return (
    <section className={`portal-card ${cardLook}`}>
      <div>
        <h1>Valida tu identidad</h1>
        <p className="mt-1 text-muted">Responde estas preguntas para confirmar que eres tú.</p>
      </div>
      {query.isError && <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />}
      {query.isPending && <p aria-busy>Cargando...</p>}
      {step?.question && (
        <Question
          key={step.question.number}
          checkKey={key}
          question={step.question}
          onCancel={() => cancel.mutate()}
          cancelling={cancel.isPending}
        />
      )}
      {cancel.isError && <ErrorNotice error={cancel.error} />}
    </section>
  )
}

// The result for an address that leads to no check, or to a finished one.
const expiredResult: IdentityMessage = { code: identityCodes.expired, solem: null }

interface QuestionProps {
  checkKey: string
  question: NonNullable<IdentityStep['question']>
  onCancel(): void
  cancelling: boolean
}

function Question({ checkKey, question, onCancel, cancelling }: QuestionProps) {
  const id = useId()
  const legend = useRef<HTMLLegendElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [unanswered, setUnanswered] = useState(false)
  const answer = useAnswerQuestion(checkKey, question.number)
  // Each further question replaces the previous one, so the focus moves to it.
  const { number } = question
  useEffect(() => {
    if (number > 1) legend.current?.focus()
  }, [number])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (chosen === null) return setUnanswered(true)
    if (!answer.isPending) answer.mutate(chosen)
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <fieldset
        className="min-w-0 m-0 p-0 border-0"
        aria-describedby={unanswered ? `${id}-error` : undefined}
      >
        <legend
          ref={legend}
          tabIndex={-1}
          className="p-0 mb-4 type-section font-strong text-strong focus:outline-none"
        >
          <span className="block mb-1 type-meta font-strong text-muted">
            Pregunta {number} de {question.of}
          </span>
          {question.text}
        </legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))] gap-3">
          {question.options.map((option) => (
            <label key={option.id} className={classes.option}>
              <input
                type="radio"
                name={id}
                checked={chosen === option.id}
                onChange={() => {
                  setChosen(option.id)
                  setUnanswered(false)
                }}
              />
              <span>
                {option.text}
                {portal.demo && option.right && (
                  <span className="block type-meta font-strong text-success">
                    Demostración: respuesta correcta
                  </span>
                )}
              </span>
            </label>
          ))}
        </div>
        {unanswered && (
          <p id={`${id}-error`} className="mt-2 type-meta font-strong text-error" role="alert">
            Selecciona una respuesta
          </p>
        )}
      </fieldset>
      {answer.isError && <ErrorNotice error={answer.error} />}
      <div className={classes.buttons}>
        <Button variant="default" loading={cancelling} onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" loading={answer.isPending}>
          CONTINUAR
        </Button>
      </div>
    </form>
  )
}

/** Sends the result to the page that opened this window, or stores it when the check used the whole tab. */
function Ending({ result }: { result: IdentityMessage }) {
  const navigate = useNavigate()
  const isSent = useRef(false)
  // A passed check without proof was passed in another browser, so it counts as expired here.
  const code =
    result.code === identityCodes.verified && result.solem === null ? identityCodes.expired : result.code
  const { solem } = result

  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    if (postToOpener({ code, solem } satisfies IdentityMessage)) return window.close()
    const registration = getRegistration()
    if (registration) storeRegistration({ ...registration, code, solem: solem ?? undefined })
    void navigate({ to: '/registrar', replace: true, state: { identityCode: code } })
  }, [code, solem, navigate])

  return (
    <section className={`portal-card ${cardLook}`}>
      <h1>{code === identityCodes.verified ? 'Identidad validada' : 'La validación terminó'}</h1>
      <p role="status">Volviendo al portal. Si esta ventana no se cierra sola, puedes cerrarla.</p>
    </section>
  )
}
