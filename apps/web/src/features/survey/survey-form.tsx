import { zodResolver } from '@hookform/resolvers/zod'
import { surveyAnswer } from '@mi-portal/contract/survey'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { createFormDraftHook } from '../../ui/form-draft.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { sendSurveyAnswer } from './survey.queries.ts'
import classes from './survey-widget.module.css'

interface SurveyFormProps {
  ownId: number
  onClose(): void
  onDone(): void
}

const useDraft = createFormDraftHook<z.input<typeof surveyAnswer>>()

export function SurveyForm({ ownId, onClose, onDone }: SurveyFormProps) {
  const id = useId()
  const form = useForm({
    resolver: zodResolver(surveyAnswer),
    defaultValues: { id: ownId, comment: '' },
  })
  const { errors } = form.formState
  const draft = useDraft(form, null)
  const save = useMutation({
    mutationFn: sendSurveyAnswer,
    onSuccess: () => {
      draft.markSent()
      onDone()
    },
  })
  return (
    <Dialog
      opened
      onClose={save.isPending ? undefined : onClose}
      title="¿Qué te parece el portal?"
      size={490}
      // A press beside the dialog does not discard the input.
      closeOnClickOutside={false}
    >
      <form noValidate className={classes.form} onSubmit={form.handleSubmit((values) => save.mutate(values))}>
        {draft.notice}
        <fieldset
          className={classes.group}
          aria-describedby={errors.suggestion ? `${id}-suggestion` : undefined}
        >
          <legend>¿Sobre qué quieres opinar?</legend>
          {portal.clinic.survey.map((suggestion) => (
            <label key={suggestion} className={classes.option}>
              <input type="radio" value={suggestion} {...form.register('suggestion')} />
              {suggestion}
            </label>
          ))}
          {errors.suggestion && (
            <p id={`${id}-suggestion`} className={classes.fieldError}>
              {errors.suggestion.message}
            </p>
          )}
        </fieldset>
        <Controller
          control={form.control}
          name="comment"
          render={({ field: { value, onChange, ref } }) => (
            <TextArea
              ref={ref}
              label="Comentario"
              value={value}
              onChange={onChange}
              rows={4}
              maxLength={2000}
              error={errors.comment?.message}
            />
          )}
        />
        {save.isError && <ErrorNotice error={save.error} />}
        <div className={classes.actions}>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Volver
          </Button>
          <Button type="submit" loading={save.isPending}>
            ENVIAR
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
