/** Wizard for adding a person to a group, for patients and for staff: search, confirm, sent. */
import { documentFault } from '@mi-portal/contract/values/document-number'
import { type ReactNode, type SubmitEvent, useReducer, useState } from 'react'
import { createDraft } from '../../../lib/drafts.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { DocumentField } from '../../../ui/document-field.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { StepTrail } from '../../../ui/step-trail.tsx'
import classes from '../family.module.css'
import { type Family, type PersonDocument, useSearchPerson } from '../family.queries.ts'
import { nameOf } from '../member-card.tsx'
import {
  emptyTyped,
  type FoundPatient,
  move,
  type Stage,
  steps,
  type Typed,
  type TypedForm,
} from './add-member.flow.ts'
import { ConfirmPerson } from './confirm-person.tsx'
import { StepHeading } from './step-heading.tsx'

export const notRegistered = `El usuario no está registrado en ${portal.product}. Para agregarlo al grupo familiar, primero debe crear una cuenta.`

export interface Face {
  family: Family
  /** Name of the last step in the progress bar. */
  lastStep: string
  /** Returns to the group. */
  onLeave(): void
  /** Content for a person without an account, with its explanation; shown below the heading that says so. */
  unknown(document: PersonDocument, back: ReactNode, form: TypedForm): ReactNode
  /** Content below the heading that says that the request was sent. */
  sent(person: FoundPatient, requestId: number, again: () => void): ReactNode
}

const useDraft = createDraft<{ leaderId: number; stage: Stage; typed: Typed }>()

export function AddMember({ face }: { face: Face }) {
  const [stage, go] = useReducer(move, { step: 'search' } satisfies Stage)
  const [typed, setTyped] = useState(emptyTyped)
  const [told, setTold] = useState(false)
  const leaderId = face.family.patientId
  const draft = useDraft(() =>
    stage.step === 'sent' || typed.number === '' ? null : { leaderId, stage, typed },
  )
  // A draft is only offered for the group that it was typed for.
  const offered = draft.offered?.leaderId === leaderId && stage.step === 'search' ? draft.offered : null
  const form: TypedForm = { typed, onType: (changed) => setTyped((before) => ({ ...before, ...changed })) }
  const back = () => {
    setTyped(({ type }) => ({ ...emptyTyped, type }))
    go({ step: 'search' })
  }
  return (
    <div className={classes.wizard}>
      <StepTrail
        steps={['Buscar usuario', 'Confirmar datos', face.lastStep]}
        current={steps[stage.step].place}
      />
      {offered && (
        <DraftNotice
          onTake={() => {
            setTyped(offered.typed)
            go(offered.stage)
            draft.forget()
          }}
          onLeave={draft.forget}
        />
      )}
      {stage.step === 'search' && (
        <SearchPerson
          form={form}
          leaderId={leaderId}
          onFound={(document, person) => {
            draft.forget()
            go(person ? { step: 'confirm', document, person } : { step: 'unknown', document })
          }}
        />
      )}
      {stage.step === 'confirm' && (
        <ConfirmPerson
          family={face.family}
          document={stage.document}
          person={stage.person}
          form={form}
          onBack={back}
          onLeave={face.onLeave}
          onSent={(requestId) => {
            go({ step: 'sent', person: stage.person, requestId })
            setTold(true)
          }}
        />
      )}
      {stage.step === 'unknown' && (
        <section className={`portal-card ${classes.panel}`}>
          <StepHeading>No se ha encontrado al usuario</StepHeading>
          {face.unknown(
            stage.document,
            <Button variant="subtle" onClick={back}>
              VOLVER
            </Button>,
            form,
          )}
        </section>
      )}
      {stage.step === 'sent' && (
        <section className={`portal-card ${classes.panel}`}>
          <StepHeading>Solicitud enviada</StepHeading>
          {face.sent(stage.person, stage.requestId, back)}
        </section>
      )}
      <ResultDialog
        opened={told}
        kind="success"
        title="¡La solicitud ha sido enviada con éxito!"
        onClose={() => setTold(false)}
      />
    </div>
  )
}

interface SearchPersonProps {
  form: TypedForm
  leaderId: number
  onFound(document: PersonDocument, person: FoundPatient | null): void
}

function SearchPerson({ form, leaderId, onFound }: SearchPersonProps) {
  const { type, number } = form.typed
  const [left, setLeft] = useState(false)
  const [own, setOwn] = useState<string | null>(null)
  const search = useSearchPerson()
  const fault = documentFault(type, number)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setLeft(true)
    if (fault || search.isPending) return
    const document = { type, number }
    search.mutate(document, {
      onSuccess: (person) => {
        if (person?.id === leaderId) setOwn(`El documento ingresado corresponde al usuario ${nameOf(person)}`)
        else onFound(document, person)
      },
    })
  }
  function change(changed: Partial<Typed>) {
    form.onType(changed)
    setOwn(null)
    search.reset()
  }

  return (
    <form noValidate className={`portal-card ${classes.panel}`} onSubmit={submit}>
      <DocumentField
        type={type}
        onTypeChange={(chosen) => {
          change({ type: chosen, number: '' })
          setLeft(false)
        }}
        number={number}
        onNumberChange={(typed) => change({ number: typed })}
        onNumberBlur={() => setLeft(true)}
        autoComplete="off"
        error={own ?? (left && fault ? fault : undefined)}
      />
      {search.isError && <ErrorNotice error={search.error} />}
      <div className={classes.buttons}>
        <Button type="submit" disabled={fault !== null} loading={search.isPending}>
          CONTINUAR
        </Button>
      </div>
    </form>
  )
}
