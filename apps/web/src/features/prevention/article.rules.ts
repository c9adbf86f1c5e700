/** The form of an article: its values as text, from the server and for the server. */
import {
  type Article,
  type ArticleDraft,
  articleDraft,
  defaultLayout,
  type PostLayout,
  postLayout,
  readLayout,
} from '@mi-portal/contract/prevention'
import { faultsOf, typedNumber } from '../publishing/publishing.rules.ts'

type Values = Readonly<Record<string, string>>

const layoutFields = [
  'postWidth',
  'postImagePosition',
  'postImageUrl',
  'postTitle',
  'postText',
  'postButtonText',
  'postUrl',
] as const

const empty = {
  title: '',
  order_control: '',
  from_age: '',
  to_age: '',
  gender_id: '',
  status: '1',
  description: '',
}

export const newArticle: Values = { ...empty, ...defaultLayout }

export function valuesOf(article: Article): Values {
  const layout = readLayout(article.html) ?? {
    ...defaultLayout,
    postTitle: '',
    postText: '',
    postButtonText: '',
  }
  return {
    title: article.title,
    order_control: String(article.order_control),
    from_age: String(article.from_age),
    to_age: String(article.to_age),
    gender_id: String(article.gender_id),
    status: article.status === 'true' ? '1' : '2',
    description: article.description,
    ...layout,
  }
}

function layoutOf(values: Values): Record<string, string | undefined> {
  return Object.fromEntries(
    layoutFields.map((name) => [name, values[name] || (name === 'postUrl' ? '' : values[name])]),
  )
}

function bodyOf(values: Values, html: string) {
  const { title, from_age = '', to_age = '', gender_id = '', order_control = '', description } = values
  return {
    title,
    order_control: typedNumber(order_control),
    from_age: typedNumber(from_age),
    to_age: typedNumber(to_age),
    gender_id: typedNumber(gender_id),
    description,
    status: values.status === '1' ? 'true' : values.status === '2' ? 'false' : undefined,
    html,
  }
}

/** Returns the errors by field, in the form's order. */
export function judgeArticle(values: Values): Record<string, string> {
  const faults = {
    ...faultsOf(articleDraft, bodyOf(values, JSON.stringify(defaultLayout))),
    ...faultsOf(postLayout, layoutOf(values)),
  }
  const order = Object.keys(newArticle)
  return Object.fromEntries(
    Object.entries(faults).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)),
  )
}

/** Returns the body of the request; throws when {@link judgeArticle} finds errors. */
export function draftOf(values: Values, updated_at: string | null): ArticleDraft {
  const layout = postLayout.parse(layoutOf(values))
  return articleDraft.parse({ ...bodyOf(values, JSON.stringify(layout)), updated_at })
}

/** Returns the layout for the preview, without values that are not valid yet. */
export function previewOf(values: Values): PostLayout {
  const faults = faultsOf(postLayout, layoutOf(values))
  const good = layoutFields.filter((name) => faults[name] === undefined)
  const kept = Object.fromEntries(good.map((name) => [name, values[name] ?? '']))
  const blank = { ...defaultLayout, postTitle: '', postText: '', postButtonText: '', postImageUrl: '' }
  return readLayout(JSON.stringify({ ...blank, ...kept })) ?? defaultLayout
}
