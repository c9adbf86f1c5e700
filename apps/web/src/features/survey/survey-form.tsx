import { surveyAnswer, surveyEndpoints } from '@mi-portal/contract/survey'
import { useId } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../ui/form/contract-form.tsx'
import { useSendSurveyAnswer } from './survey.queries.ts'

const request = { ...surveyEndpoints.answer, body: surveyAnswer }

interface SurveyFormProps {
  ownId: number
  onClose(): void
  onDone(): void
}

export function SurveyForm({ ownId, onClose, onDone }: SurveyFormProps) {
  const id = useId()
  const save = useSendSurveyAnswer()
  const kit = useContractForm(request, {
    values: { id: ownId, comment: '' },
    draftOf: null,
    save,
    send: save.mutate,
    onSent: onDone,
  })
  const { form, Field } = kit
  const fieldError = form.formState.errors.suggestion?.message
  return (
    <Dialog
      opened
      onClose={save.isPending ? undefined : onClose}
      title="¿Qué te parece el portal?"
      size={490}
      // A press beside the dialog does not discard the input.
      closeOnClickOutside={false}
    >
      <ContractForm kit={kit} className="grid gap-4">
        <fieldset className="m-0 border-0 p-0" aria-describedby={fieldError ? `${id}-suggestion` : undefined}>
          <legend className="mb-2 p-0 font-strong text-strong">¿Sobre qué quieres opinar?</legend>
          {portal.clinic.survey.map((suggestion) => (
            <label key={suggestion} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                className="m-0 size-6 flex-none accent-action"
                value={suggestion}
                {...form.register('suggestion')}
              />
              {suggestion}
            </label>
          ))}
          {fieldError && (
            <p id={`${id}-suggestion`} className="type-meta text-error">
              {fieldError}
            </p>
          )}
        </fieldset>
        <Field.Area name="comment" label="Comentario" rows={4} maxLength={2000} />
        <FormEnd kit={kit} className="flex flex-wrap justify-end gap-3" submit="ENVIAR" onCancel={onClose} />
      </ContractForm>
    </Dialog>
  )
}
