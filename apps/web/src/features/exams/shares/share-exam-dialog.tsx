/** Shares one exam, or chosen exams of its visit: the form, and then the code for the recipient. */

import { sharingText, sharingVisitText } from '@mi-portal/contract/consents'
import { shareDraft } from '@mi-portal/contract/exams/exam-share-draft'
import { shareLimits } from '@mi-portal/contract/exams/exam-share-limits'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import type { Exam, ExamType } from '@mi-portal/contract/exams/exams'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CheckBox } from '../../../ui/check-box.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../../ui/form/contract-form.tsx'
import { useField } from '../../../ui/form/fields.tsx'
import { FormErrorDialog } from '../../../ui/form/form-error-dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { visitQuery } from '../exams.queries.ts'
import { ChosenExams } from './chosen-exams.tsx'
import { SharedDialog } from './shared-dialog.tsx'
import { type ExamToShare, SharedExam } from './shared-exam.tsx'
import { examRelationshipsQuery, useShareExams } from './shares.queries.ts'

const noConsent = 'Para compartir, marca la casilla de autorización'

/** Adds the exams of the visit that are not shared, and the checkbox of the consent; in the API its version is optional. */
const shareForm = z.extend(z.omit(shareDraft, { other_exams: true }), {
  left_out: z.array(z.number()),
  consent_version: z.string().check(z.minLength(1, noConsent)),
})

interface ShareExamDialogProps {
  exam: Exam
  type: ExamType
  /** Whether the user chooses among all exams of the same visit; otherwise the link shows this exam. */
  wholeVisit: boolean
  onClose(): void
}

export function ShareExamDialog({ exam, type, wholeVisit, onClose }: ShareExamDialogProps) {
  const visit = useQuery({ ...visitQuery(exam, type), enabled: wholeVisit })
  const relationships = useQuery(examRelationshipsQuery)
  const share = useShareExams(exam.patient_id)

  function choose(leftOut: readonly number[]): readonly ExamToShare[] {
    if (!wholeVisit) return [{ ...exam, type }]
    return (visit.data ?? []).filter(({ attention_id }) => !leftOut.includes(attention_id))
  }
  /** The text of the consent says whether it is for one exam or for several. */
  function findConsent(leftOut: readonly number[]) {
    const isSeveral = wholeVisit && (visit.data === undefined || choose(leftOut).length > 1)
    return isSeveral ? sharingVisitText : sharingText
  }

  const schema = shareForm.check(
    z.check(
      ({ value, issues }) => {
        if (choose(value.left_out).length > 0) return
        const message = visit.data ? 'Elige al menos un examen' : 'Espera a que se carguen los exámenes'
        issues.push({ code: 'custom', message, path: ['left_out'], input: value })
      },
      { when: () => true },
    ),
  )
  const kit = useContractForm(
    { ...examShareEndpoints.send, body: schema },
    {
      // No relationship has the id 0: it means that none is chosen.
      values: { left_out: [], recipient_email: '', type_relationship: 0, comment: '', consent_version: '' },
      draftOf: exam.attention_id,
      // The consent is given at the moment of sharing.
      leftOutOfDraft: ['consent_version'],
      hasErrorDialog: true,
      findField: (param) => (param === 'other_exams' ? 'left_out' : param),
      save: share,
      send: ({ left_out, ...draft }, on) => share.mutate({ exams: choose(left_out), draft }, on),
    },
  )
  const { form, Field } = kit
  const leftOut = form.watch('left_out')
  const consent = findConsent(leftOut)

  if (share.data) return <SharedDialog share={share.data} onClose={onClose} />
  return (
    <FormDialog
      title={wholeVisit ? 'Compartir exámenes' : 'Compartir examen'}
      onClose={share.isPending ? () => undefined : onClose}
    >
      <ContractForm kit={kit} className="grid gap-4">
        {wholeVisit ? (
          <ChosenExams
            query={visit}
            leftOut={leftOut}
            error={form.formState.errors.left_out?.message}
            onLeaveOut={(examIds) => {
              form.clearErrors('left_out')
              form.setValue('left_out', examIds, { shouldDirty: true })
              form.setValue('consent_version', '')
            }}
          />
        ) : (
          <SharedExam exam={{ ...exam, type }} />
        )}
        <Field.Text
          name="recipient_email"
          data-autofocus
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          label="E-mail del destinatario"
        />
        <Field.Choice
          name="type_relationship"
          legend="Tipo de relación"
          options={(relationships.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        {relationships.isPending && <p>Cargando...</p>}
        {relationships.isError && (
          <LoadError
            error={relationships.error}
            onRetry={relationships.refetch}
            retrying={relationships.isFetching}
          />
        )}
        <Field.Area name="comment" label="Comentario" optional rows={4} maxLength={shareLimits.comment} />
        <Notice kind="warning" icon={IconShieldLock}>
          El destinatario recibirá un enlace que dura 7 días. Dale tú el código que verás en pantalla.
        </Notice>
        <Consent {...consent} />
        <FormEnd
          kit={kit}
          className="flex flex-wrap justify-end gap-3 mt-2 max-desktop:*:flex-[1_1_140px]"
          submit="Compartir"
          cancel="Cancelar"
          onCancel={onClose}
        />
      </ContractForm>
      <FormErrorDialog
        kit={kit}
        title={
          wholeVisit ? 'No ha sido posible compartir los exámenes' : 'No ha sido posible compartir el examen'
        }
      />
    </FormDialog>
  )
}

function Consent({ version, text }: { version: string; text: string }) {
  const { id, ref, value, onChange, error } = useField({ name: 'consent_version' })
  return (
    <CheckBox
      id={id}
      ref={ref}
      checked={value === version}
      onChange={(agreed) => onChange(agreed ? version : '')}
      error={error}
    >
      {text}
    </CheckBox>
  )
}
