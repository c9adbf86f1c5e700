/**
 * Structured text from the server, rendered as elements of the page. Only harmless elements are allowed, so that
 * nothing can run, load or restyle, even if the server's sanitising failed.
 */
import { createElement, type ReactNode } from 'react'
import { toInertMarkup } from '../lib/markup/trusted-markup.ts'
import classes from './rich-text.module.css'

const allowedTags = new Set([
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'b',
  'i',
  'br',
  'blockquote',
])
const removedTags = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'math', 'noscript'])

/** Renders HTML of paragraphs, headings from level 2, lists, emphasis, and links to the web, mail and phone. */
export function RichText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(toInertMarkup(html), 'text/html')
  return <div className={classes.text}>{renderChildren(body)}</div>
}

function renderChildren(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((child, at) => renderNode(child, at))
}

function renderNode(node: Node, key: number): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (removedTags.has(tag)) return null
  if (tag === 'br') return createElement('br', { key })
  const href = tag === 'a' ? safeAddress(node.getAttribute('href')) : undefined
  if (href) {
    return (
      <a key={key} href={href} rel="noopener noreferrer" target="_blank">
        {renderChildren(node)}
      </a>
    )
  }
  // An unknown element is replaced by a span, but its text stays.
  return createElement(allowedTags.has(tag) ? tag : 'span', { key }, ...renderChildren(node))
}

function safeAddress(address: string | null): string | undefined {
  return address !== null && /^(https:\/\/|mailto:|tel:|\/(?!\/))/i.test(address) ? address : undefined
}
