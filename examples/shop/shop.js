import { findProduct, products } from './products.js'

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })
const orders = {
  'kiln-1001': [
    { number: 'K-10482', item: 'cup', state: 'On its way, here on Friday' },
    { number: 'K-10311', item: 'teapot', state: 'Delivered' },
  ],
  'kiln-1002': [{ number: 'K-10477', item: 'plates', state: 'Being packed' }],
}
const one = (selector) => document.querySelector(selector)

for (const place of document.querySelectorAll('[data-picture]')) draw(place, place.dataset.picture)
for (const button of document.querySelectorAll('[data-chat]')) {
  button.addEventListener('click', () => parley(['open']))
}
startChat()
showProduct()
showProducts()
showBasket()
void showMember()

/** Queues calls until the SDK has loaded. */
function parley(call) {
  ;(window.Parley ??= []).push(call)
}

/** Starts the chat with the shop's `getToken`. The server writes the signed-in user's id into each page. */
function startChat() {
  const { providerId, user } = document.body.dataset
  parley(['init', { providerId, user: user || null, getToken }])
}

/** Fetches a token bound to this browser by `jkt` from the shop's server; null if nobody is signed in. */
async function getToken({ jkt }) {
  const response = await fetch('/shop/chat-token', {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jkt }),
  })
  if (!response.ok) throw new Error(`Status ${response.status}`)
  return (await response.json()).token
}

async function session(method, body) {
  const response = await fetch('/shop/session', {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`The shop answered ${response.status}`)
  return (await response.json()).member
}

/** Renders the header link, the sign-in page and the account page, if present. */
async function showMember() {
  const member = await session('GET').catch(() => null)
  const link = one('[data-member] a')
  if (member) {
    link.href = '/shop/account.html'
    link.textContent = member.name
  }
  for (const button of document.querySelectorAll('[data-sign-in]')) {
    button.addEventListener('click', () => void signIn(button.dataset.signIn))
  }
  if (!one('[data-account]')) return
  if (!member) return location.replace('/shop/sign-in.html')
  one('[data-name]').textContent = `Hello, ${member.name.split(' ')[0]}`
  one('[data-email]').textContent = member.email
  one('[data-orders]').append(...(orders[member.id] ?? []).map(order))
  one('[data-sign-out]').addEventListener('click', signOut)
}

async function signIn(member) {
  try {
    await session('POST', { member })
    location.assign('/shop/account.html')
  } catch {
    one('[data-said]').textContent = 'That did not work. Try again.'
  }
}

/** Signs out of the chat first, so that the member's messages leave this browser in any case. */
async function signOut() {
  parley(['logout'])
  try {
    await session('DELETE')
    location.assign('/shop/')
  } catch {
    one('[data-said]').textContent = 'That did not work. Try again.'
  }
}

function order({ number, item, state }) {
  const line = document.createElement('li')
  const name = document.createElement('b')
  name.textContent = `${number} · ${findProduct(item).name}`
  line.append(name, state)
  return line
}

function draw(place, id) {
  place.innerHTML = findProduct(id)?.picture ?? ''
}

/** The product grid; on a product page, the other products. */
function showProducts() {
  const shown = new URLSearchParams(location.search).get('id')
  const others = products.filter(({ id }) => id !== shown).slice(0, shown ? 3 : products.length)
  one('[data-products]')?.append(...others.map(card))
}

function card({ id, name, price }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `/shop/product.html?id=${id}`
  const picture = document.createElement('div')
  draw(picture, id)
  const title = document.createElement('h3')
  title.textContent = name
  const cost = document.createElement('p')
  cost.textContent = money.format(price)
  link.append(picture, title, cost)
  item.append(link)
  return item
}

function showProduct() {
  if (!one('[data-product]')) return
  const product = findProduct(new URLSearchParams(location.search).get('id')) ?? products[0]
  document.title = `${product.name} · Kiln & Co.`
  draw(one('[data-product] [data-picture]'), product.id)
  one('[data-name]').textContent = product.name
  one('[data-price]').textContent = money.format(product.price)
  one('[data-description]').textContent = product.description
  for (const [fact, value] of Object.entries(product.facts)) {
    const term = document.createElement('dt')
    term.textContent = fact
    const meaning = document.createElement('dd')
    meaning.textContent = value
    one('[data-facts]').append(term, meaning)
  }
  one('[data-buy]').addEventListener('click', () => {
    sessionStorage.setItem('basket', String(basketSize() + 1))
    showBasket()
    one('[data-said]').textContent = `${product.name} is in your basket.`
  })
}

function basketSize() {
  return Number(sessionStorage.getItem('basket')) || 0
}

function showBasket() {
  one('[data-basket] b').textContent = String(basketSize())
  // For the agent, beside the conversation.
  if (basketSize() > 0) parley(['update', { attributes: { basket: basketSize() } }])
}
