import { findProduct, products } from './products.js'

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })
const one = (selector) => document.querySelector(selector)

for (const place of document.querySelectorAll('[data-picture]')) draw(place, place.dataset.picture)
for (const button of document.querySelectorAll('[data-chat]')) {
  // Parley may still be on its way: a list of calls waits for it.
  button.addEventListener('click', () => (window.Parley ??= []).push(['open']))
}
showProduct()
showProducts()
showBasket()

function draw(place, id) {
  place.innerHTML = findProduct(id)?.picture ?? ''
}

/** The grid; on a product's page the others. */
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
}
