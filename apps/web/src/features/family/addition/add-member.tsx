/** Wizard for adding a person to a group, for patients and for staff: search, confirm, sent. */

import { CallError } from '@mi-portal/contract/calls/call-error'
import { additionSentences } from '@mi-portal/contract/family/members'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { findDocumentError } from '@mi-portal/contract/values/document-number'
import { type ReactNode, type SubmitEvent, useReducer, useState } from 'react'
import { createDraftHook } from '../../../lib/drafts.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { DocumentField } from '../../../ui/document-field.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { StepIndicator } from '../../../ui/step-indicator.tsx'
import { PassportCountryField } from '../../people/account-document/passport-country-field.tsx'
import { type Family, type PersonDocument, useSearchPerson } from '../family.queries.ts'
import { userNotFound } from '../family.rules.ts'
import {
  changeStage,
  emptyMemberInput,
  type FoundPatient,
  type MemberInput,
  type MemberInputForm,
  type Stage,
  steps,
} from './add-member.flow.ts'
import { ConfirmPerson } from './confirm-person.tsx'
import { StepHeading } from './step-heading.tsx'

const panelLook = 'grid gap-4 p-6 max-desktop:p-4'

export const notRegistered = additionSentences.notRegistered(portal.product)

export interface AddMemberView {
  family: Family
  /** Name of the last step in the progress bar. */
  lastStep: string
  /** Returns to the group. */
  onLeave(): void
  /** Content for a person without an account, with its explanation; shown below the heading that says so. */
  unknown(document: PersonDocument, back: ReactNode, form: MemberInputForm): ReactNode
  /** Content below the heading that says that the request was sent, or that the person joined. */
  sent(person: FoundPatient, requestId: number, joined: boolean, again: () => void): ReactNode
}

const useDraft = createDraftHook<{ groupOwnerId: number; stage: Stage; typed: MemberInput }>()

export function AddMember({ view }: { view: AddMemberView }) {
  const [stage, go] = useReducer(changeStage, { step: 'search' } satisfies Stage)
  const [typed, setTyped] = useState(emptyMemberInput)
  const [isConfirmationShown, setIsConfirmationShown] = useState(false)
  const groupOwnerId = view.family.patientId
  const draft = useDraft(() =>
    stage.step === 'sent' || typed.number === '' ? null : { groupOwnerId, stage, typed },
  )
  // A draft is only offered for the group that it was typed for.
  const offered =
    draft.offered?.groupOwnerId === groupOwnerId && stage.step === 'search' ? draft.offered : null
  const form: MemberInputForm = {
    typed,
    onType: (changed) => setTyped((before) => ({ ...before, ...changed })),
  }
  const back = () => {
    setTyped(({ type }) => ({ ...emptyMemberInput, type }))
    go({ step: 'search' })
  }
  return (
    <div className="grid gap-6 max-w-choice">
      <StepIndicator
        steps={['Buscar usuario', 'Confirmar datos', view.lastStep]}
        current={steps[stage.step].position}
      />
      {offered && (
        <DraftNotice
          onTake={() => {
            setTyped(offered.typed)
            go(offered.stage)
            draft.discard()
          }}
          onLeave={draft.discard}
        />
      )}
      {stage.step === 'search' && (
        <SearchPerson
          form={form}
          groupOwnerId={groupOwnerId}
          onFound={(document, person) => {
            draft.discard()
            go(person ? { step: 'confirm', document, person } : { step: 'unknown', document })
          }}
        />
      )}
      {stage.step === 'confirm' && (
        <ConfirmPerson
          family={view.family}
          document={stage.document}
          person={stage.person}
          form={form}
          onBack={back}
          onLeave={view.onLeave}
          onSent={({ request_id, joined }) => {
            go({ step: 'sent', person: stage.person, requestId: request_id, joined })
            // A patient reads it on the page; staff have the dialog of the specification.
            setIsConfirmationShown(!joined && view.family.asStaff)
          }}
        />
      )}
      {stage.step === 'unknown' && (
        <section className={`portal-card ${panelLook}`}>
          <StepHeading>{userNotFound}</StepHeading>
          {view.unknown(
            stage.document,
            <Button variant="subtle" onClick={back}>
              VOLVER
            </Button>,
            form,
          )}
        </section>
      )}
      {stage.step === 'sent' && (
        <section className={`portal-card ${panelLook}`}>
          <StepHeading>
            {stage.joined ? `${stage.person.first_name} ya es parte de tu grupo` : 'Solicitud enviada'}
          </StepHeading>
          {view.sent(stage.person, stage.requestId, stage.joined, back)}
        </section>
      )}
      <ResultDialog
        opened={isConfirmationShown}
        kind="success"
        title="¡La solicitud ha sido enviada con éxito!"
        onClose={() => setIsConfirmationShown(false)}
      />
    </div>
  )
}

interface SearchPersonProps {
  form: MemberInputForm
  groupOwnerId: number
  onFound(document: PersonDocument, person: FoundPatient | null): void
}

function SearchPerson({ form, groupOwnerId, onFound }: SearchPersonProps) {
  const { type, number, country } = form.typed
  const [isLeft, setIsLeft] = useState(false)
  const [ownerError, setOwnerError] = useState<string | null>(null)
  const search = useSearchPerson()
  const fieldError = findDocumentError(type, number)
  const countryError =
    search.error instanceof CallError ? search.error.fieldErrorOf('document_country') : undefined

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsLeft(true)
    if (fieldError || search.isPending) return
    const document = { type, number, country }
    search.mutate(document, {
      onSuccess: (person) => {
        if (person?.id === groupOwnerId) setOwnerError(additionSentences.ownDocument(formatFullName(person)))
        else onFound(document, person)
      },
    })
  }
  function change(changed: Partial<MemberInput>) {
    form.onType(changed)
    setOwnerError(null)
    search.reset()
  }

  return (
    <form noValidate className={`portal-card ${panelLook}`} onSubmit={submit}>
      <DocumentField
        type={type}
        onTypeChange={(chosen) => {
          change({ type: chosen, number: '', country: '' })
          setIsLeft(false)
        }}
        number={number}
        onNumberChange={(typed) => change({ number: typed, country: '' })}
        onNumberBlur={() => setIsLeft(true)}
        autoComplete="off"
        error={ownerError ?? (isLeft && fieldError ? fieldError : undefined)}
      />
      {(countryError ?? country) && (
        <PassportCountryField
          value={country}
          onChange={(code) => change({ country: code })}
          error={countryError}
        />
      )}
      {search.isError && !countryError && <ErrorNotice error={search.error} />}
      <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-auto">
        <Button type="submit" disabled={fieldError !== null} loading={search.isPending}>
          CONTINUAR
        </Button>
      </div>
    </form>
  )
}
