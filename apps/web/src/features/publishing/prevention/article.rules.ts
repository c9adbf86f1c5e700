/** The form of an article: its values as text, from the server and for the server. */
import {
  type Article,
  type ArticleDraft,
  articleDraft,
  defaultLayout,
  type PostLayout,
  postLayout,
  readLayout,
} from '@mi-portal/contract/publishing/prevention'
import { listFieldErrors, parseTypedNumber } from '../publishing.rules.ts'

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
  shown_from: '',
  shown_until: '',
  reviewed_on: '',
}

/** A new article. Only the preview shows the words that stand for a missing title or text. */
export const emptyArticle: Values = { ...empty, ...defaultLayout, postTitle: '', postText: '' }

export function toArticleValues(article: Article): Values {
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
    shown_from: article.shown_from ?? '',
    shown_until: article.shown_until ?? '',
    reviewed_on: article.reviewed_on ?? '',
    ...layout,
  }
}

function layoutOf(values: Values): Record<string, string | undefined> {
  return Object.fromEntries(
    layoutFields.map((name) => [name, values[name] || (name === 'postUrl' ? '' : values[name])]),
  )
}

function toArticleBody(values: Values, html: string) {
  const { title, from_age = '', to_age = '', gender_id = '', order_control = '', description } = values
  return {
    title,
    order_control: parseTypedNumber(order_control),
    from_age: parseTypedNumber(from_age),
    to_age: parseTypedNumber(to_age),
    gender_id: parseTypedNumber(gender_id),
    description,
    shown_from: values.shown_from || null,
    shown_until: values.shown_until || null,
    reviewed_on: values.reviewed_on || null,
    status: values.status === '1' ? 'true' : values.status === '2' ? 'false' : undefined,
    html,
  }
}

/** Returns the errors by field, in the form's order. */
export function validateArticle(values: Values): Record<string, string> {
  const fieldErrors = {
    ...listFieldErrors(articleDraft, toArticleBody(values, JSON.stringify(defaultLayout))),
    ...listFieldErrors(postLayout, layoutOf(values)),
  }
  const order = Object.keys(emptyArticle)
  return Object.fromEntries(
    Object.entries(fieldErrors).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)),
  )
}

/** Returns the body of the request; throws when {@link validateArticle} finds errors. */
export function toArticleDraft(values: Values, updated_at: string | null): ArticleDraft {
  const layout = postLayout.parse(layoutOf(values))
  return articleDraft.parse({ ...toArticleBody(values, JSON.stringify(layout)), updated_at })
}

/** Returns the layout for the preview, without values that are not valid yet. */
export function toArticleLayout(values: Values): PostLayout {
  const fieldErrors = listFieldErrors(postLayout, layoutOf(values))
  const good = layoutFields.filter((name) => fieldErrors[name] === undefined)
  const validValues = Object.fromEntries(good.map((name) => [name, values[name] ?? '']))
  const blank = { ...defaultLayout, postTitle: '', postText: '', postButtonText: '', postImageUrl: '' }
  // Without an address there is no button.
  if (values.postUrl === '') validValues.postButtonText = ''
  const read = readLayout(JSON.stringify({ ...blank, ...validValues })) ?? defaultLayout
  // A picture of another site is copied when the article is saved, and is not loaded before.
  const layout = read.postImageUrl.startsWith('https:') ? { ...read, postImageUrl: '' } : read
  const { postTitle, postText } = defaultLayout
  return layout.postTitle === '' && layout.postText === '' ? { ...layout, postTitle, postText } : layout
}
